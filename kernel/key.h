/* Hash keys of parts, for the memo. */
#ifndef CODEPEGS_KEY_H
#define CODEPEGS_KEY_H

#include "space.h"

typedef struct {
    uint64_t high, low;
} Key;

/* A canonical key: two parts share it if a symmetry of places and colours maps one to the other, mostly.
 * That no others do is likely, as for any hash of 128 bits, but not proved: see docs/certificates.md. */
Key key_up_to_symmetry(const Space *space, const code_t *part, int n);

/* The key of a part alone. That no other part shares it is as likely. */
Key key_exact(const code_t *part, int n);

#endif
