/* The code space of a board, and what the files of the kernel share.
 *
 * Codes and guesses are numbers. A part is a list of codes in rising order: the codes that
 * some answers leave. A class is the number of an answer; the winning one is the last.
 */
#ifndef CODEPEGS_SPACE_H
#define CODEPEGS_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MAX_PEGS = 12,
    MAX_COLOURS = 27, /* an empty hole is one of them */
    MAX_CLASSES = 64, /* a class is a bit of a mask */
    MAX_CODES = 1 << 16,
    MAX_LEFT = 30,  /* guesses left, if they are limited */
    UNLIMITED = 99, /* stands for guesses without a limit */
};

#define LOST (INT64_C(1) << 25)     /* the cost of a code that the guesses left do not break, besides these */
#define INFINITE (INT64_C(1) << 50) /* the cost of the impossible */

typedef uint16_t code_t;

/* The cost of a part: exact if `depth`, the most guesses of a strategy that reaches it, is not 0;
 * a lower bound if it is. */
typedef struct {
    int64_t cost;
    int depth;
} Value;

/* The guesses left after one more. */
static inline int left_after(int left)
{
    return left == UNLIMITED ? UNLIMITED : left - 1;
}

typedef struct {
    int pegs, colours, classes, codes, guesses;
    const uint8_t *rows;     /* [guess][peg]: its colour */
    const uint8_t *marks;    /* [guess][code]: the class of the code's answer */
    const int32_t *guess_of;      /* [code]: its number among the guesses */
    const int32_t *weights;  /* [code]: its weight, which symmetries keep; NULL if all weigh 1 */
    const uint8_t *lines;    /* [code][guess]: `marks` transposed */
} Space;

/* The classes of a code's answers to all guesses. */
static inline const uint8_t *line_of(const Space *space, code_t code)
{
    return space->lines + (size_t)code * (size_t)space->guesses;
}

/* Compiles hot loops for several processors, if compiler and C library can. The version for
 * this machine is chosen when the kernel is loaded. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__AVX2__)
#define FOR_EVERY_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EVERY_PROCESSOR
#endif

/* Mixes the bits of a number, so that sums of mixed numbers can serve as hashes of sets. */
static inline uint64_t mix64(uint64_t x)
{
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 29;
    x *= UINT64_C(0x9e3779b97f4a7c15);
    return x ^ (x >> 32);
}

#endif
