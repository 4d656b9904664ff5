/* What breaking some codes costs at least, counted by classes alone; the twin of engine/bound.py. */
#ifndef CODEPEGS_BOUND_H
#define CODEPEGS_BOUND_H

#include "space.h"

typedef struct {
    int64_t total;                     /* the weight of all codes together */
    int64_t heaviest;                  /* the weight of one code at most */
    bool uncounted;                    /* all that is counted is that a guess breaks one code at most */
    int64_t *tables[MOST_CLASSES + 1]; /* by classes, made when first wanted */
} Costs;

void costs_start(Costs *costs, const Space *space, bool uncounted);

/* A table whose entry [w] is the least cost of codes that weigh w together, where a guess
 * leaves `classes` parts at most; NULL without memory. */
const int64_t *costs_for(Costs *costs, int classes);

/* The least cost of codes that weigh `weight` and fall into exactly so many parts. */
int64_t split_cost(const int64_t *table, int parts, int64_t weight);

/* How many codes so many guesses can break at most. */
int64_t breakable(const Costs *costs, int classes, int guesses);

void costs_free(Costs *costs);

#endif
