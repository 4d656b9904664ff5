#include "symmetry.h"

#include <string.h>

static void swap(uint8_t *a, uint8_t *b)
{
    uint8_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Puts the places into the next order, as a dictionary has them; false after the last. */
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

void changes_all(Changes *changes, int pegs)
{
    changes->count = 0;
    if (pegs > MOST_CHANGED_PEGS)
        return;
    Change change = {.taken = 0};
    memset(change.colours, -1, sizeof change.colours);
    for (int p = 0; p < pegs; p++)
        change.places[p] = (uint8_t)p;
    do
        changes->list[changes->count++] = change;
    while (next_order(change.places, pegs));
}

static bool keep(Change *change, const uint8_t *guess, int pegs)
{
    for (int p = 0; p < pegs; p++) {
        int8_t *new = &change->colours[guess[change->places[p]]];
        if (*new < 0 && !(change->taken >> guess[p] & 1)) {
            *new = (int8_t)guess[p];
            change->taken |= UINT32_C(1) << guess[p];
        } else if (*new != guess[p])
            return false;
    }
    return true;
}

void changes_keeping(const Changes *from, const uint8_t *guess, int pegs, Changes *kept)
{
    int count = 0;
    for (int i = 0; i < from->count; i++) {
        Change change = from->list[i];
        if (keep(&change, guess, pegs))
            kept->list[count++] = change;
    }
    kept->count = count;
}

/* Colours that are still free are named as low as can be. */
static bool lowers(const Change *change, const uint8_t *guess, int pegs)
{
    int8_t colours[MOST_COLOURS];
    memcpy(colours, change->colours, sizeof colours);
    uint32_t taken = change->taken;
    int free = 0;
    for (int p = 0; p < pegs; p++) {
        int8_t *new = &colours[guess[change->places[p]]];
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

bool changes_lower(const Changes *changes, const uint8_t *guess, int pegs)
{
    for (int i = 0; i < changes->count; i++)
        if (lowers(&changes->list[i], guess, pegs))
            return true;
    return false;
}
