/* Parts: what can be said of some codes without a search. */
#ifndef CODEPEGS_PART_H
#define CODEPEGS_PART_H

#include "space.h"

/* How much the codes of a part count together, and the heaviest of them. */
int64_t weight_of(const Space *space, const code_t *part, int n);
int64_t heaviest_of(const Space *space, const code_t *part, int n);

/* The cost of one code or two. */
int64_t cost_of_few(const Space *space, const code_t *part, int n, int left);

/* The guess, a code of the part itself, that settles a small part whose codes count alike;
 * -1 if none does. One that tells all n apart costs 2n - 1, and nothing costs less; one
 * that leaves a single pair together costs 2n, as does any other guess that tells all
 * apart. */
int closed(const Space *space, const code_t *part, int n, int left, int64_t *value);

#endif
