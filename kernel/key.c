#include "key.h"

#include <string.h>

/* Two independent numbers for one: sums of them name a set. */
static inline void add(Key *key, uint64_t item)
{
    key->high += mixed(item ^ UINT64_C(0x2545f4914f6cdd1d));
    key->low += mixed(item * 2 + UINT64_C(0x9fb21c651e98df25));
}

Key key_as_it_is(const code_t *part, int n)
{
    Key key = {0, 0};
    for (int i = 0; i < n; i++)
        add(&key, part[i]);
    return key;
}

/* How places and colours look from within a part, each as a number that does not depend on
 * what they are called. This is colour refinement (Weisfeiler and Leman 1968) of the part
 * as a structure of codes, places and colours. */
typedef struct {
    uint64_t place[MOST_PEGS], colour[MOST_COLOURS];
} Look;

/* Looks once more: a code looks like its pegs, and a place or a colour like the codes it is in. */
static void look_again(const Space *space, const code_t *part, int n, Look *look, bool places)
{
    const int pegs = space->pegs, colours = space->colours;
    uint64_t peg_look[MOST_PEGS][MOST_COLOURS], cell[MOST_PEGS][MOST_COLOURS];
    for (int p = 0; p < pegs; p++)
        for (int c = 0; c < colours; c++)
            peg_look[p][c] = mixed(look->place[p] + 3 * look->colour[c]);
    memset(cell, 0, sizeof cell[0] * (size_t)pegs);
    for (int i = 0; i < n; i++) {
        const uint8_t *row = space->rows + (size_t)space->own[part[i]] * (size_t)pegs;
        uint64_t code = 0;
        for (int p = 0; p < pegs; p++)
            code += peg_look[p][row[p]];
        code = mixed(code);
        for (int p = 0; p < pegs; p++)
            cell[p][row[p]] += code;
    }
    Look next = *look;
    for (int p = 0; p < pegs; p++)
        for (int c = 0; c < colours; c++) {
            uint64_t seen = mixed(cell[p][c] + peg_look[p][c]);
            next.colour[c] += seen;
            if (places)
                next.place[p] += seen;
        }
    *look = next;
}

/* The rank of each of n numbers, equal ones in the order in which they come. */
static void ranks_of(const uint64_t *numbers, int n, int *ranks)
{
    for (int i = 0; i < n; i++) {
        ranks[i] = 0;
        for (int j = 0; j < n; j++)
            ranks[i] += numbers[j] < numbers[i] || (numbers[j] == numbers[i] && j < i);
    }
}

Key key_up_to_changes(const Space *space, const code_t *part, int n)
{
    const int pegs = space->pegs, colours = space->colours;
    int place_rank[MOST_PEGS], colour_rank[MOST_COLOURS];
    Look look = {{0}, {0}};
    look_again(space, part, n, &look, true);
    look_again(space, part, n, &look, true);
    /* Places that still look alike are told apart by force; then colours, which that may part. */
    ranks_of(look.place, pegs, place_rank);
    for (int p = 0; p < pegs; p++)
        look.place[p] = mixed((uint64_t)place_rank[p] + 1);
    look_again(space, part, n, &look, false);
    ranks_of(look.colour, colours, colour_rank);

    uint64_t digit[MOST_PEGS][MOST_COLOURS], unit[MOST_PEGS];
    unit[0] = 1;
    for (int p = 1; p < pegs; p++)
        unit[p] = unit[p - 1] * (uint64_t)colours;
    for (int p = 0; p < pegs; p++)
        for (int c = 0; c < colours; c++)
            digit[p][c] = (uint64_t)colour_rank[c] * unit[place_rank[p]];
    Key key = {0, 0};
    for (int i = 0; i < n; i++) {
        const uint8_t *row = space->rows + (size_t)space->own[part[i]] * (size_t)pegs;
        uint64_t code = 0;
        for (int p = 0; p < pegs; p++)
            code += digit[p][row[p]];
        add(&key, code);
    }
    return key;
}
