/* Changes of places and colours under which the guesses so far look the same; the twin of
 * engine/symmetry.py. */
#ifndef CODEPEGS_SYMMETRY_H
#define CODEPEGS_SYMMETRY_H

#include "space.h"

enum { MOST_CHANGED_PEGS = 6, MOST_CHANGES = 720 }; /* beyond, the orders are too many to go through */

typedef struct {
    uint8_t places[MOST_CHANGED_PEGS];
    int8_t colours[MOST_COLOURS]; /* -1 where the guesses have not fixed it */
    uint32_t taken;               /* the colours that are somebody's new name, a bit each */
} Change;

typedef struct {
    int count;
    Change list[MOST_CHANGES];
} Changes;

/* All changes, before any guess; none where there would be too many. */
void changes_all(Changes *changes, int pegs);

/* Those of `from` that leave a guess as it is, their colours fixed by it. */
void changes_keeping(const Changes *from, const uint8_t *guess, int pegs, Changes *kept);

/* Whether a change turns `guess` into a lower one. */
bool changes_lower(const Changes *changes, const uint8_t *guess, int pegs);

#endif
