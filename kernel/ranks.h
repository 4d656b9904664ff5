/* For every guess at once: into how many parts it splits some codes. */
#ifndef CODEPEGS_RANKS_H
#define CODEPEGS_RANKS_H

#include "space.h"

/* Makes `space->lines` and `space->bits`; false without memory. */
bool bits_make(Space *space);

/* For every guess twice the classes it splits `part` into, the winning one left out, and one
 * more if it is itself in the part. Gives the most classes that any guess has. With
 * `consistent`, guesses outside the part get 0. `ranks` has room for `stride` numbers. */
int ranks_find(const Space *space, const code_t *part, int n, bool consistent, uint8_t *ranks);

#endif
