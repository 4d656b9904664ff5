/* What is known about a part without a search. */
#ifndef CODEPEGS_PART_H
#define CODEPEGS_PART_H

#include "space.h"

/* The total weight of a part, and the largest weight in it. */
int64_t weight_of(const Space *space, const code_t *part, int n);
int64_t heaviest_of(const Space *space, const code_t *part, int n);

/* Whether the value of a part is obvious: one code or two, or only one guess left. */
static inline bool is_obvious(int n, int left)
{
    return n <= 2 || left == 1;
}

Value obvious_value(const Space *space, const code_t *part, int n, int left);

/* Whether all codes of a part have the same weight. */
bool has_equal_weights(const Space *space, const code_t *part, int n);

/* Solves a small part of equal weights by a guess from the part itself; -1 if none does.
 * One that tells all n codes apart costs 2n - 1 times their weight, and nothing costs less. One
 * that leaves a single pair together costs 2n times it, as does a guess from outside that tells
 * all apart. */
int solve_small(const Space *space, const code_t *part, int n, int left, Value *value);

#endif
