/* The room that a guess at some depth of the search works in. */
#ifndef CODEPEGS_LEVEL_H
#define CODEPEGS_LEVEL_H

#include "space.h"

typedef struct {
    int64_t bound, tie; /* the cost at least; of equals, the more even split comes first */
    int guess;
} Entry;

typedef struct {
    uint8_t *ranks; /* of every guess: see ranks.h */
    code_t *parts;  /* the codes of the part, sorted by class */
    Entry *heap;    /* guesses, the most promising first */
    int heap_size, heap_room;
} Level;

typedef struct {
    Level **list; /* by depth, as deep as was wanted so far */
    int count;
} Levels;

/* The level at some depth, which is no deeper than one below the last; NULL without memory. */
Level *level_at(Levels *levels, const Space *space, int depth);
void levels_free(Levels *levels);

/* False without memory. */
bool heap_push(Level *level, Entry entry);
Entry heap_pop(Level *level);

#endif
