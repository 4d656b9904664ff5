#include "marks.h"

#include <string.h>

#include "space.h"

enum { BLOCK = 2048 }; /* codes per block: their columns stay in the L1 cache */

/* Lays out codes as columns: one byte per peg, then the number of pegs of each colour. */
static void fill_columns(const uint8_t *codes, size_t count, int pegs, int colours, uint8_t *columns)
{
    uint8_t *often = columns + (size_t)pegs * count;
    memset(often, 0, (size_t)colours * count);
    for (size_t code = 0; code < count; code++)
        for (int peg = 0; peg < pegs; peg++) {
            uint8_t colour = codes[code * (size_t)pegs + (size_t)peg];
            columns[(size_t)peg * count + code] = colour;
            often[(size_t)colour * count + code]++;
        }
}

/* A colour of a guess: the column with its counts, and the most that count. */
typedef struct {
    const uint8_t *column;
    uint8_t most;
} Shared;

/* Marks one guess against `n` codes.
 *
 * Classes are ordered by black, then by white: (pegs + 1) + pegs + ... others come before
 * those with b blacks. So the (b+1)th black adds pegs - b to the class, besides the one that
 * its shared peg adds. All black but one, and one white, is not an answer, so the winning
 * class is one less than that. Everything fits in bytes; with `pegs` known at compile time
 * the compiler vectorises the loop.
 */
static inline __attribute__((always_inline)) void mark_block(const uint8_t *guess, const Shared *shared,
                                                             const uint8_t *columns, size_t stride, size_t n,
                                                             const int pegs, uint8_t *restrict found)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t blacks = 0, class = 0;
        for (int peg = 0; peg < pegs; peg++) {
            uint8_t hit = (uint8_t)-(columns[(size_t)peg * stride + i] == guess[peg]);
            class = (uint8_t)(class + (hit & (uint8_t)(pegs - blacks)));
            blacks = (uint8_t)(blacks - hit);
        }
        for (int peg = 0; peg < pegs; peg++) {
            uint8_t often = shared[peg].column[i], most = shared[peg].most;
            class = (uint8_t)(class + (often < most ? often : most));
        }
        found[i] = (uint8_t)(class - (blacks == pegs));
    }
}

FOR_EVERY_PROCESSOR
static void mark_any(const uint8_t *guess, const Shared *shared, const uint8_t *columns, size_t stride, size_t n,
                     int pegs, uint8_t *restrict found)
{
    switch (pegs) {
    case 3: mark_block(guess, shared, columns, stride, n, 3, found); break;
    case 4: mark_block(guess, shared, columns, stride, n, 4, found); break;
    case 5: mark_block(guess, shared, columns, stride, n, 5, found); break;
    case 6: mark_block(guess, shared, columns, stride, n, 6, found); break;
    case 8: mark_block(guess, shared, columns, stride, n, 8, found); break;
    default: mark_block(guess, shared, columns, stride, n, pegs, found);
    }
}

/* Lists the colours of a guess, each once, in `pegs` entries; the spare ones count for 0. */
static void share(const uint8_t *guess, const uint8_t *columns, size_t stride, int pegs, Shared *shared)
{
    for (int peg = 0; peg < pegs; peg++) {
        int first = 0;
        while (guess[first] != guess[peg])
            first++;
        shared[peg] = (Shared){columns + (size_t)(pegs + guess[peg]) * stride, 0};
        shared[first].most++;
    }
}

void mark_all(const uint8_t *guesses, size_t guess_count, const uint8_t *codes, size_t code_count,
              int pegs, int colours, uint8_t *columns, uint8_t *found)
{
    fill_columns(codes, code_count, pegs, colours, columns);
    for (size_t start = 0; start < code_count; start += BLOCK) {
        size_t n = code_count - start < BLOCK ? code_count - start : BLOCK;
        for (size_t guess = 0; guess < guess_count; guess++) {
            const uint8_t *row = guesses + guess * (size_t)pegs;
            Shared shared[MAX_PEGS];
            share(row, columns + start, code_count, pegs, shared);
            mark_any(row, shared, columns + start, code_count, n, pegs, found + guess * code_count + start);
        }
    }
}

/* Counts classes in four lanes: consecutive increments rarely hit the same counter. */
static void count_classes(const uint8_t *row, const int64_t *candidates, size_t n, int classes,
                          int32_t counts[4][256])
{
    for (int lane = 0; lane < 4; lane++)
        memset(counts[lane], 0, (size_t)classes * sizeof counts[lane][0]);
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        counts[0][row[candidates[i]]]++;
        counts[1][row[candidates[i + 1]]]++;
        counts[2][row[candidates[i + 2]]]++;
        counts[3][row[candidates[i + 3]]]++;
    }
    for (; i < n; i++)
        counts[0][row[candidates[i]]]++;
    for (int class = 0; class < classes; class++)
        counts[0][class] += counts[1][class] + counts[2][class] + counts[3][class];
}

void split_all(const uint8_t *marks, size_t stride, const int64_t *guesses, size_t guess_count,
               const int64_t *candidates, size_t candidate_count, int classes, int64_t *counts)
{
    int32_t found[4][256];
    for (size_t i = 0; i < guess_count; i++) {
        count_classes(marks + (size_t)guesses[i] * stride, candidates, candidate_count, classes, found);
        for (int class = 0; class < classes; class++)
            counts[i * (size_t)classes + (size_t)class] = found[0][class];
    }
}

void judge_all(const uint8_t *marks, size_t stride, const int64_t *guesses, size_t guess_count,
               const int64_t *candidates, size_t candidate_count, int classes,
               const int64_t *worth, bool largest, int64_t *values)
{
    int32_t found[4][256];
    for (size_t i = 0; i < guess_count; i++) {
        count_classes(marks + (size_t)guesses[i] * stride, candidates, candidate_count, classes, found);
        int64_t value = 0;
        for (int class = 0; class < classes; class++) {
            int64_t part = worth[found[0][class]];
            if (!largest)
                value += part;
            else if (part > value)
                value = part;
        }
        values[i] = value;
    }
}
