#include "ranks.h"

#include <stdlib.h>
#include <string.h>

/* The classes of the codes in a part are collected as bits of a mask for each guess, and the bits counted.
 * The masks are made from the table of classes on the way. Tables of them would be two to eight times as
 * large, and take longer to read. */

FOR_EVERY_PROCESSOR
static void count_plain(const Space *space, const code_t *part, int n, uint8_t *ranks)
{
    enum { AT_ONCE = 256 };
    const uint64_t others = (UINT64_C(1) << (space->classes - 1)) - 1; /* without the winning class */
    for (int start = 0; start < space->guesses; start += AT_ONCE) {
        const int m = space->guesses - start < AT_ONCE ? space->guesses - start : AT_ONCE;
        uint64_t found[AT_ONCE] = {0};
        for (int i = 0; i < n; i++) {
            const uint8_t *line = line_of(space, part[i]) + start;
            for (int g = 0; g < m; g++)
                found[g] |= UINT64_C(1) << line[g];
        }
        for (int g = 0; g < m; g++)
            ranks[start + g] = (uint8_t)(2 * __builtin_popcountll(found[g] & others));
    }
}

/* The twin with byte shuffles, which look up many guesses at once. */
#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

enum { LANES = 32, BEYOND = 0x70 }; /* with BEYOND added, what is 16 or more becomes 128 or more */
#define SHUFFLES __attribute__((target("avx2")))
#define HAS_SHUFFLES __builtin_cpu_supports("avx2")
typedef uint8_t Bytes __attribute__((vector_size(LANES)));

/* Looks up the low four bits of each byte; 0 for bytes from 128. */
SHUFFLES static inline Bytes look_up(Bytes table, Bytes at)
{
    return (Bytes)_mm256_shuffle_epi8((__m256i)table, (__m256i)at);
}

#elif defined(__aarch64__)

#include <arm_neon.h>

enum { LANES = 16, BEYOND = 0 };
#define SHUFFLES
#define HAS_SHUFFLES true
typedef uint8_t Bytes __attribute__((vector_size(LANES)));

/* Looks up bytes below 16; 0 for others. */
static inline Bytes look_up(Bytes table, Bytes at)
{
    return (Bytes)vqtbl1q_u8((uint8x16_t)table, (uint8x16_t)at);
}

#endif

#ifdef SHUFFLES

enum { BLOCK = 128, GROUP = 4 }; /* guesses and codes at a time */

/* `width` is the number of bytes in a mask, a constant. */
SHUFFLES __attribute__((always_inline)) static inline void count_bytes(const Space *space, const code_t *part,
                                                                       int n, uint8_t *ranks, int width)
{
    /* tables[k] has the bits in byte k of the mask: by class if 16 classes are all, else by the place
     * of a class among the eight of this byte. The winning class has no bit. */
    Bytes tables[8], counts;
    for (int lane = 0; lane < LANES; lane++) {
        const int place = lane & 15;
        counts[lane] = (uint8_t)__builtin_popcount((unsigned)place);
        for (int k = 0; k < width; k++) {
            const int bit = width == 2 ? place - 8 * k : place;
            tables[k][lane] = (uint8_t)(bit >= 0 && bit < 8 && 8 * k + bit < space->classes - 1 ? 1 << bit : 0);
        }
    }
    for (int next = 0; next < space->guesses; next += BLOCK) {
        /* The last block overlaps the one before. */
        const int start = next + BLOCK <= space->guesses ? next : space->guesses - BLOCK;
        Bytes masks[BLOCK / LANES][8];
        for (int i = 0; i < n; i += GROUP)
            for (int place = 0; place < BLOCK / LANES; place++) {
                Bytes found[8];
                for (int k = 0; k < width; k++)
                    found[k] = i ? masks[place][k] : (Bytes){0};
                for (int j = i; j < i + GROUP; j++) {
                    const code_t code = part[j < n ? j : n - 1];
                    Bytes classes;
                    memcpy(&classes, line_of(space, code) + start + place * LANES, LANES);
                    for (int k = 0; k < width; k++)
                        found[k] |= look_up(tables[k], width == 2 ? classes : (classes ^ (uint8_t)(8 * k)) + BEYOND);
                }
                for (int k = 0; k < width; k++)
                    masks[place][k] = found[k];
            }
        for (int place = 0; place < BLOCK / LANES; place++) {
            Bytes parts = {0};
            for (int k = 0; k < width; k++)
                parts += look_up(counts, masks[place][k] & 15) + look_up(counts, masks[place][k] >> 4);
            parts += parts;
            memcpy(ranks + start + place * LANES, &parts, LANES);
        }
    }
}

#define FOR_WIDTH(WIDTH)                                                                              \
    SHUFFLES static void count_##WIDTH(const Space *space, const code_t *part, int n, uint8_t *ranks) \
    {                                                                                                 \
        count_bytes(space, part, n, ranks, WIDTH);                                                    \
    }

FOR_WIDTH(2)
FOR_WIDTH(3)
FOR_WIDTH(4)
FOR_WIDTH(8)

static bool count_shuffled(const Space *space, const code_t *part, int n, uint8_t *ranks)
{
    if (!HAS_SHUFFLES || space->guesses < BLOCK)
        return false;
    if (space->classes <= 16)
        count_2(space, part, n, ranks);
    else if (space->classes <= 25)
        count_3(space, part, n, ranks);
    else if (space->classes <= 33)
        count_4(space, part, n, ranks);
    else
        count_8(space, part, n, ranks);
    return true;
}

#else

static bool count_shuffled(const Space *space, const code_t *part, int n, uint8_t *ranks)
{
    (void)space, (void)part, (void)n, (void)ranks;
    return false;
}

#endif

FOR_EVERY_PROCESSOR
static int largest(const uint8_t *ranks, int count)
{
    uint8_t most = 0;
    for (int i = 0; i < count; i++)
        most = ranks[i] > most ? ranks[i] : most;
    return most;
}

bool lines_make(Space *space)
{
    bool whole = space->guesses == space->codes; /* then the answers are the same both ways */
    for (int code = 0; whole && code < space->codes; code++)
        whole = space->guess_of[code] == code;
    space->lines = whole ? space->marks : NULL;
    if (whole)
        return true;
    enum { SIDE = 64 }; /* of tiles that stay in the cache */
    const int codes = space->codes, guesses = space->guesses;
    uint8_t *lines = malloc((size_t)codes * (size_t)guesses);
    for (int guess = 0; lines != NULL && guess < guesses; guess += SIDE)
        for (int code = 0; code < codes; code += SIDE)
            for (int g = guess; g < guesses && g < guess + SIDE; g++)
                for (int c = code; c < codes && c < code + SIDE; c++)
                    lines[(size_t)c * (size_t)guesses + (size_t)g] =
                        space->marks[(size_t)g * (size_t)codes + (size_t)c];
    space->lines = lines;
    return lines != NULL;
}

void lines_free(Space *space)
{
    if (space->lines != space->marks)
        free((void *)space->lines);
}

int ranks_find(const Space *space, const code_t *part, int n, bool consistent, bool shuffle, uint8_t *ranks)
{
    if (!shuffle || !count_shuffled(space, part, n, ranks))
        count_plain(space, part, n, ranks);
    for (int i = 0; i < n; i++)
        ranks[space->guess_of[part[i]]] |= 1;
    for (int guess = 0; consistent && guess < space->guesses; guess++)
        ranks[guess] = ranks[guess] & 1 ? ranks[guess] : 0;
    return largest(ranks, space->guesses) / 2;
}
