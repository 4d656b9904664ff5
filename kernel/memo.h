/* Memo of a search: a hash table of bounds by key, with a fixed capacity. */
#ifndef CODEPEGS_MEMO_H
#define CODEPEGS_MEMO_H

#include "key.h"

typedef struct {
    Key key;
    int64_t lower, upper; /* of the value; upper is INFINITE if none is known */
} Known;

typedef struct {
    Known *slots;
    size_t mask, used, capacity;
} Memo;

bool memo_start(Memo *memo, size_t capacity);
const Known *memo_find(const Memo *memo, Key key);
void memo_put(Memo *memo, Key key, int64_t lower, int64_t upper);
void memo_free(Memo *memo);

#endif
