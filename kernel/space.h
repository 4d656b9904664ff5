/* The codes and guesses of a board, as the kernel sees them, and what the kernel's files share.
 *
 * Codes and guesses are numbers. A part is a list of codes in rising order: those that some
 * answers have left. A class is an answer by its number; the winning one is the last.
 */
#ifndef CODEPEGS_SPACE_H
#define CODEPEGS_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MOST_PEGS = 12,
    MOST_COLOURS = 27, /* an empty hole is one of them */
    MOST_CLASSES = 64, /* a class is a bit of a mask */
    MOST_CODES = 1 << 16,
};

#define INFINITE (INT64_C(1) << 40) /* the cost of what cannot be done */

typedef uint16_t code_t;

typedef struct {
    int pegs, colours, classes, codes, guesses;
    int stride;              /* guesses, rounded up so that every line of `lines` and `bits` is aligned */
    int width;               /* bytes in a mask: 2, 4 or 8 */
    const uint8_t *rows;     /* [guess][peg]: its colour */
    const uint8_t *marks;    /* [guess][code]: the class of the code's answer */
    const int32_t *own;      /* [code]: its number among the guesses */
    const int32_t *weights;  /* [code]: how much it counts; NULL where all count one */
    uint8_t *lines;          /* [code][guess]: the same, the other way round */
    void *bits;              /* [code][guess]: one bit for the class; none for the winning one */
} Space;

/* Where a compiler and a C library let a function be compiled for several processors, the
 * loops that matter are: the one for this machine is chosen when the kernel is loaded. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__AVX2__)
#define FOR_EVERY_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EVERY_PROCESSOR
#endif

/* Spreads the bits of a number, so that sums of such numbers tell sets apart. */
static inline uint64_t mixed(uint64_t x)
{
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 29;
    x *= UINT64_C(0x9e3779b97f4a7c15);
    return x ^ (x >> 32);
}

#endif
