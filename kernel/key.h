/* Names for parts, by which the search remembers them. */
#ifndef CODEPEGS_KEY_H
#define CODEPEGS_KEY_H

#include "space.h"

typedef struct {
    uint64_t high, low;
} Key;

/* A name that parts share only if a change of places and colours turns one into the other,
 * but for a chance of 2^-128. Most parts that can be changed into each other share theirs. */
Key key_up_to_changes(const Space *space, const code_t *part, int n);

/* A name that a part shares with no other, but for that chance. */
Key key_as_it_is(const code_t *part, int n);

#endif
