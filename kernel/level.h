/* Scratch memory for one depth of the search. */
#ifndef CODEPEGS_LEVEL_H
#define CODEPEGS_LEVEL_H

#include "space.h"

typedef struct {
    int64_t bound, tie; /* a lower bound of the cost; ties prefer the more even split */
    int guess;
} Entry;

typedef struct {
    uint8_t *ranks; /* of every guess: see ranks.h */
    code_t *parts;  /* the codes of the part, sorted by class */
    Entry *heap;    /* guesses, the most promising first */
    int heap_size, heap_room;
} Level;

typedef struct {
    Level **list; /* by depth, as deep as the search has been */
    int count;
} Levels;

/* The level at `depth`, at most one below the deepest so far; NULL if out of memory. */
Level *level_at(Levels *levels, const Space *space, int depth);
void levels_free(Levels *levels);

/* False if out of memory. */
bool heap_push(Level *level, Entry entry);
Entry heap_pop(Level *level);

#endif
