/* Lower bounds on the cost of a part, from class counts and the guesses left alone; the twin of
 * engine/bounds.py. */
#ifndef CODEPEGS_BOUND_H
#define CODEPEGS_BOUND_H

#include "space.h"

typedef struct {
    int64_t total;                     /* the weight of all codes together */
    int64_t heaviest;                  /* the largest weight of one code */
    bool uncounted;                    /* only assume that a guess breaks one code at most */
    int64_t *tables[MAX_CLASSES + 1][MAX_LEFT + 1]; /* by classes and guesses left, 0 for no limit */
} Costs;

void costs_start(Costs *costs, const Space *space, bool uncounted);

/* A table whose entry [w] is the least cost of codes of total weight w if a guess leaves at
 * most `classes` parts and at least one guess is left; NULL if out of memory. Filled on first use. */
const int64_t *costs_for(Costs *costs, int classes, int left);

/* The least cost of codes of total weight `weight` that fall into exactly `parts` parts. */
int64_t split_cost(const int64_t *table, int parts, int64_t weight);

void costs_free(Costs *costs);

#endif
