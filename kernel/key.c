#include "key.h"

#include <string.h>

/* Adds two independent hashes of an item. The sums over its items are the key of a set. */
static inline void add(Key *key, uint64_t item)
{
    key->high += mix64(item ^ UINT64_C(0x2545f4914f6cdd1d));
    key->low += mix64(item * 2 + UINT64_C(0x9fb21c651e98df25));
}

Key key_exact(const code_t *part, int n)
{
    Key key = {0, 0};
    for (int i = 0; i < n; i++)
        add(&key, part[i]);
    return key;
}

/* Labels of places and colours that do not depend on how these are numbered. They come from
 * colour refinement (Weisfeiler and Leman 1968) of the part as a structure of codes, places
 * and colours. */
typedef struct {
    uint64_t place[MAX_PEGS], colour[MAX_COLOURS];
} Labels;

/* One round of refinement: a code is labelled by its pegs, a place or a colour by the codes it is in. */
static void refine(const Space *space, const code_t *part, int n, Labels *labels, bool places)
{
    const int pegs = space->pegs, colours = space->colours;
    uint64_t peg_label[MAX_PEGS][MAX_COLOURS], cell[MAX_PEGS][MAX_COLOURS];
    for (int p = 0; p < pegs; p++)
        for (int c = 0; c < colours; c++)
            peg_label[p][c] = mix64(labels->place[p] + 3 * labels->colour[c]);
    memset(cell, 0, sizeof cell[0] * (size_t)pegs);
    for (int i = 0; i < n; i++) {
        const uint8_t *row = space->rows + (size_t)space->guess_of[part[i]] * (size_t)pegs;
        uint64_t code = 0;
        for (int p = 0; p < pegs; p++)
            code += peg_label[p][row[p]];
        code = mix64(code);
        for (int p = 0; p < pegs; p++)
            cell[p][row[p]] += code;
    }
    Labels next = *labels;
    for (int p = 0; p < pegs; p++)
        for (int c = 0; c < colours; c++) {
            uint64_t label = mix64(cell[p][c] + peg_label[p][c]);
            next.colour[c] += label;
            if (places)
                next.place[p] += label;
        }
    *labels = next;
}

/* The rank of each of n numbers; ties keep their order. */
static void ranks_of(const uint64_t *numbers, int n, int *ranks)
{
    for (int i = 0; i < n; i++) {
        ranks[i] = 0;
        for (int j = 0; j < n; j++)
            ranks[i] += numbers[j] < numbers[i] || (numbers[j] == numbers[i] && j < i);
    }
}

Key key_up_to_symmetry(const Space *space, const code_t *part, int n)
{
    const int pegs = space->pegs, colours = space->colours;
    int place_rank[MAX_PEGS], colour_rank[MAX_COLOURS];
    Labels labels = {{0}, {0}};
    refine(space, part, n, &labels, true);
    refine(space, part, n, &labels, true);
    /* Break ties between places arbitrarily; that may tell more colours apart. */
    ranks_of(labels.place, pegs, place_rank);
    for (int p = 0; p < pegs; p++)
        labels.place[p] = mix64((uint64_t)place_rank[p] + 1);
    refine(space, part, n, &labels, false);
    ranks_of(labels.colour, colours, colour_rank);

    uint64_t digit[MAX_PEGS][MAX_COLOURS], unit[MAX_PEGS];
    unit[0] = 1;
    for (int p = 1; p < pegs; p++)
        unit[p] = unit[p - 1] * (uint64_t)colours;
    for (int p = 0; p < pegs; p++)
        for (int c = 0; c < colours; c++)
            digit[p][c] = (uint64_t)colour_rank[c] * unit[place_rank[p]];
    Key key = {0, 0};
    for (int i = 0; i < n; i++) {
        const uint8_t *row = space->rows + (size_t)space->guess_of[part[i]] * (size_t)pegs;
        uint64_t code = 0;
        for (int p = 0; p < pegs; p++)
            code += digit[p][row[p]];
        add(&key, code);
    }
    return key;
}
