/* The number of parts that each guess splits some codes into, for all guesses at once. */
#ifndef CODEPEGS_RANKS_H
#define CODEPEGS_RANKS_H

#include "space.h"

/* Allocates and fills `space->lines` and `space->bits`; false if out of memory. */
bool bits_make(Space *space);

/* Writes the rank of every guess: twice the number of classes it splits `part` into, not
 * counting the winning one, plus one if it is in the part itself. Returns the largest number
 * of classes. With `consistent`, guesses outside the part get 0. `ranks` has `stride` items. */
int ranks_find(const Space *space, const code_t *part, int n, bool consistent, uint8_t *ranks);

#endif
