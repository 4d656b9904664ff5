/* Memo of a search: a hash table of values by key, with a fixed capacity. Threads can share one without locks. */
#ifndef CODEPEGS_MEMO_H
#define CODEPEGS_MEMO_H

#include "key.h"

enum { BUSY_SLOTS = 1 << 12 };

/* Another thread may be writing: a slot holds what it says only if `mixed` fits to the rest. */
typedef struct {
    uint64_t mixed;  /* key.high ^ packed */
    uint64_t low;    /* of the key */
    uint64_t packed; /* cost, depth, and effort of the value */
} Slot;

typedef struct {
    Slot *slots;
    size_t mask, used, capacity;
    bool shared;
    uint64_t busy[BUSY_SLOTS]; /* what threads are at work on: a hint */
} Memo;

bool memo_start(Memo *memo, size_t capacity);
void memo_free(Memo *memo);

/* Prepares the memo for more than one thread; false if out of memory. It does not grow any more, and gets
 * room for so many values first, as far as its capacity allows. */
bool memo_share(Memo *memo, double values);

/* Whether the memo has a value for the key. */
bool memo_find(const Memo *memo, Key key, Value *value);

/* `effort` is the work that the value took. If there is no room, the value that took the least has to go. */
void memo_put(Memo *memo, Key key, Value value, int64_t effort);

/* Hints for other threads. */
void busy_set(Memo *memo, uint64_t work, bool busy);
bool busy_is(const Memo *memo, uint64_t work);

#endif
