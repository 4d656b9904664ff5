/* Memo of a search: a hash table of values by key, with a fixed capacity. */
#ifndef CODEPEGS_MEMO_H
#define CODEPEGS_MEMO_H

#include "key.h"

typedef struct {
    Key key;
    Value value;
} Known;

typedef struct {
    Known *slots;
    size_t mask, used, capacity;
} Memo;

bool memo_start(Memo *memo, size_t capacity);
const Known *memo_find(const Memo *memo, Key key);
void memo_put(Memo *memo, Key key, Value value);
void memo_free(Memo *memo);

#endif
