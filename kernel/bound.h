/* Lower bounds on the cost of a part, from class counts alone; the twin of engine/bounds.py. */
#ifndef CODEPEGS_BOUND_H
#define CODEPEGS_BOUND_H

#include "space.h"

typedef struct {
    int64_t total;                     /* the weight of all codes together */
    int64_t heaviest;                  /* the largest weight of one code */
    bool uncounted;                    /* only assume that a guess breaks one code at most */
    int64_t *tables[MAX_CLASSES + 1]; /* by classes, filled on first use */
} Costs;

void costs_start(Costs *costs, const Space *space, bool uncounted);

/* A table whose entry [w] is the least cost of codes of total weight w if a guess leaves at
 * most `classes` parts; NULL if out of memory. */
const int64_t *costs_for(Costs *costs, int classes);

/* The least cost of codes of total weight `weight` that fall into exactly `parts` parts. */
int64_t split_cost(const int64_t *table, int parts, int64_t weight);

/* The most codes that this many guesses can break. */
int64_t breakable(const Costs *costs, int classes, int guesses);

void costs_free(Costs *costs);

#endif
