/* What a search remembers: bounds of parts by their key, as many as there is room for. */
#ifndef CODEPEGS_MEMO_H
#define CODEPEGS_MEMO_H

#include "key.h"

typedef struct {
    Key key;
    int64_t lower, upper; /* the value is between them; upper is INFINITE where none is known */
} Known;

typedef struct {
    Known *slots;
    size_t mask, used, most;
} Memo;

bool memo_start(Memo *memo, size_t most);
const Known *memo_find(const Memo *memo, Key key);
void memo_put(Memo *memo, Key key, int64_t lower, int64_t upper);
void memo_free(Memo *memo);

#endif
