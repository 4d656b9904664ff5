#include "ranks.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, BLOCK = 512 };

/* The same two functions for masks of 16, 32 and 64 bits.
 *
 * OR-ing the lines of some codes sets, for each guess, one bit per class that occurs. Counting
 * these bits gives the number of parts for all guesses in one sweep. They are counted in
 * pairs, then in fours, then in bytes, with operations that the compiler can vectorise.
 */
#define FOR_MASK(MASK, NAME, SUM_OF_BYTES)                                                               \
    static void fill_##NAME(Space *space)                                                                \
    {                                                                                                    \
        MASK *bits = space->bits;                                                                        \
        const size_t size = (size_t)space->codes * (size_t)space->stride;                                \
        for (size_t i = 0; i < size; i++)                                                                \
            bits[i] = (MASK)(space->lines[i] < space->classes - 1 ? (MASK)1 << space->lines[i] : 0);     \
    }                                                                                                    \
    FOR_EVERY_PROCESSOR                                                                                  \
    static int count_##NAME(const Space *space, const code_t *part, int n, uint8_t *restrict ranks)      \
    {                                                                                                    \
        const MASK *bits = space->bits;                                                                  \
        const size_t stride = (size_t)space->stride;                                                     \
        MASK most = 0;                                                                                   \
        for (size_t start = 0; start < stride; start += BLOCK) {                                         \
            const size_t m = stride - start < BLOCK ? stride - start : BLOCK;                            \
            MASK found[BLOCK];                                                                           \
            memcpy(found, bits + part[0] * stride + start, m * sizeof *found);                           \
            int i = 1;                                                                                   \
            for (; i + 1 < n; i += 2) {                                                                  \
                const MASK *one = bits + part[i] * stride + start;                                       \
                const MASK *two = bits + part[i + 1] * stride + start;                                   \
                for (size_t g = 0; g < m; g++)                                                           \
                    found[g] |= (MASK)(one[g] | two[g]);                                                 \
            }                                                                                            \
            if (i < n) {                                                                                 \
                const MASK *one = bits + part[i] * stride + start;                                       \
                for (size_t g = 0; g < m; g++)                                                           \
                    found[g] |= one[g];                                                                  \
            }                                                                                            \
            for (size_t g = 0; g < m; g++) {                                                             \
                MASK x = found[g];                                                                       \
                x = (MASK)(x - ((x >> 1) & (MASK)UINT64_C(0x5555555555555555)));                         \
                x = (MASK)((x & (MASK)UINT64_C(0x3333333333333333)) +                                    \
                           ((x >> 2) & (MASK)UINT64_C(0x3333333333333333)));                             \
                x = (MASK)((x + (x >> 4)) & (MASK)UINT64_C(0x0f0f0f0f0f0f0f0f));                         \
                x = (MASK)(SUM_OF_BYTES);                                                                \
                most = most > x ? most : x;                                                              \
                ranks[start + g] = (uint8_t)(2 * x);                                                     \
            }                                                                                            \
        }                                                                                                \
        return (int)most;                                                                                \
    }

FOR_MASK(uint16_t, 16, (x + (x >> 8)) & 0x1f)
FOR_MASK(uint32_t, 32, (x * UINT32_C(0x01010101)) >> 24)
FOR_MASK(uint64_t, 64, (x * UINT64_C(0x0101010101010101)) >> 56)

/* Fills `lines` from `marks` in tiles that stay in the cache. Padding has the winning class. */
static void transpose_marks(Space *space)
{
    enum { SIDE = 64 };
    const int codes = space->codes, guesses = space->guesses, stride = space->stride;
    memset(space->lines, space->classes - 1, (size_t)codes * (size_t)stride);
    for (int guess = 0; guess < guesses; guess += SIDE)
        for (int code = 0; code < codes; code += SIDE)
            for (int g = guess; g < guesses && g < guess + SIDE; g++)
                for (int c = code; c < codes && c < code + SIDE; c++)
                    space->lines[(size_t)c * (size_t)stride + (size_t)g] =
                        space->marks[(size_t)g * (size_t)codes + (size_t)c];
}

bool bits_make(Space *space)
{
    space->width = space->classes <= 17 ? 2 : space->classes <= 33 ? 4 : 8;
    space->stride = (space->guesses + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    const size_t size = (size_t)space->codes * (size_t)space->stride * (size_t)space->width;
    space->bits = aligned_alloc(ALIGNMENT, size);
    space->lines = malloc(size / (size_t)space->width);
    if (space->bits == NULL || space->lines == NULL)
        return false;
    transpose_marks(space);
    if (space->width == 2)
        fill_16(space);
    else if (space->width == 4)
        fill_32(space);
    else
        fill_64(space);
    return true;
}

int ranks_find(const Space *space, const code_t *part, int n, bool consistent, uint8_t *ranks)
{
    int most = space->width == 2   ? count_16(space, part, n, ranks)
               : space->width == 4 ? count_32(space, part, n, ranks)
                                   : count_64(space, part, n, ranks);
    for (int i = 0; i < n; i++)
        ranks[space->guess_of[part[i]]] |= 1;
    if (consistent) {
        most = 0;
        for (int guess = 0; guess < space->guesses; guess++) {
            ranks[guess] = ranks[guess] & 1 ? ranks[guess] : 0;
            most = ranks[guess] / 2 > most ? ranks[guess] / 2 : most;
        }
    }
    return most;
}
