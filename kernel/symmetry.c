#include "symmetry.h"

#include <string.h>

static void swap(uint8_t *a, uint8_t *b)
{
    uint8_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Steps to the next permutation in lexicographic order; false after the last. */
static bool next_order(uint8_t *places, int pegs)
{
    int turn = pegs - 2, last = pegs - 1;
    while (turn >= 0 && places[turn] > places[turn + 1])
        turn--;
    if (turn < 0)
        return false;
    while (places[last] < places[turn])
        last--;
    swap(&places[turn], &places[last]);
    for (int low = turn + 1, high = pegs - 1; low < high; low++, high--)
        swap(&places[low], &places[high]);
    return true;
}

void symmetries_all(Symmetries *symmetries, int pegs)
{
    symmetries->count = 0;
    if (pegs > MAX_SYMMETRY_PEGS)
        return;
    Symmetry symmetry = {.taken = 0};
    memset(symmetry.colours, -1, sizeof symmetry.colours);
    for (int p = 0; p < pegs; p++)
        symmetry.places[p] = (uint8_t)p;
    do
        symmetries->list[symmetries->count++] = symmetry;
    while (next_order(symmetry.places, pegs));
}

static bool fix(Symmetry *symmetry, const uint8_t *guess, int pegs)
{
    for (int p = 0; p < pegs; p++) {
        int8_t *new = &symmetry->colours[guess[symmetry->places[p]]];
        if (*new < 0 && !(symmetry->taken >> guess[p] & 1)) {
            *new = (int8_t)guess[p];
            symmetry->taken |= UINT32_C(1) << guess[p];
        } else if (*new != guess[p])
            return false;
    }
    return true;
}

void symmetries_fixing(const Symmetries *from, const uint8_t *guess, int pegs, Symmetries *kept)
{
    int count = 0;
    for (int i = 0; i < from->count; i++) {
        Symmetry symmetry = from->list[i];
        if (fix(&symmetry, guess, pegs))
            kept->list[count++] = symmetry;
    }
    kept->count = count;
}

/* Colours not fixed yet are mapped as low as possible. */
static bool maps_lower(const Symmetry *symmetry, const uint8_t *guess, int pegs)
{
    int8_t colours[MAX_COLOURS];
    memcpy(colours, symmetry->colours, sizeof colours);
    uint32_t taken = symmetry->taken;
    int free = 0;
    for (int p = 0; p < pegs; p++) {
        int8_t *new = &colours[guess[symmetry->places[p]]];
        if (*new < 0) {
            while (taken >> free & 1)
                free++;
            taken |= UINT32_C(1) << free;
            *new = (int8_t)free;
        }
        if (*new != guess[p])
            return *new < guess[p];
    }
    return false;
}

bool symmetries_map_lower(const Symmetries *symmetries, const uint8_t *guess, int pegs)
{
    for (int i = 0; i < symmetries->count; i++)
        if (maps_lower(&symmetries->list[i], guess, pegs))
            return true;
    return false;
}
