/* Hash keys of parts, for the memo. */
#ifndef CODEPEGS_KEY_H
#define CODEPEGS_KEY_H

#include "space.h"

typedef struct {
    uint64_t high, low;
} Key;

/* A canonical key: two parts share it only if a symmetry of places and colours maps one to
 * the other, except with probability 2^-128. Most symmetric parts do share theirs. */
Key key_up_to_symmetry(const Space *space, const code_t *part, int n);

/* A key that no other part shares, except with that probability. */
Key key_exact(const code_t *part, int n);

#endif
