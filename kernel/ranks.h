/* The number of parts that each guess splits some codes into, for all guesses at once. */
#ifndef CODEPEGS_RANKS_H
#define CODEPEGS_RANKS_H

#include "space.h"

/* Sets `space->lines`, which are the marks themselves if every guess is a code; false if out of memory. */
bool lines_make(Space *space);
void lines_free(Space *space);

/* Writes the rank of every guess: twice the number of classes it splits `part` into, not
 * counting the winning one, plus one if it is in the part itself. Returns the largest number
 * of classes. With `consistent`, guesses outside the part get 0. With `shuffle`, the processor looks up
 * many guesses at once, if it can. */
int ranks_find(const Space *space, const code_t *part, int n, bool consistent, bool shuffle, uint8_t *ranks);

#endif
