#include "memo.h"

#include <stdlib.h>

enum {
    INITIAL_SLOTS = 1 << 12,
    MAX_PROBES = 8, /* slots probed for one key */
};

bool memo_start(Memo *memo, size_t capacity)
{
    *memo = (Memo){calloc(INITIAL_SLOTS, sizeof *memo->slots), INITIAL_SLOTS - 1, 0, capacity};
    return memo->slots != NULL;
}

void memo_free(Memo *memo)
{
    free(memo->slots);
    memo->slots = NULL;
}

/* An empty slot has the key 0. A part that happens to have it is not remembered. */
static bool empty(const Known *slot)
{
    return slot->key.high == 0 && slot->key.low == 0;
}

static bool same(Key a, Key b)
{
    return a.high == b.high && a.low == b.low;
}

const Known *memo_find(const Memo *memo, Key key)
{
    for (size_t i = 0; i < MAX_PROBES; i++) {
        const Known *slot = &memo->slots[(key.high + i) & memo->mask];
        if (same(slot->key, key))
            return slot;
        if (empty(slot))
            return NULL;
    }
    return NULL;
}

/* The slot for a key: its own, an empty one, or one to overwrite. */
static Known *slot_for(Memo *memo, Key key)
{
    for (size_t i = 0; i < MAX_PROBES; i++) {
        Known *slot = &memo->slots[(key.high + i) & memo->mask];
        if (same(slot->key, key))
            return slot;
        if (empty(slot)) {
            memo->used++;
            return slot;
        }
    }
    return &memo->slots[(key.high + (key.low & (MAX_PROBES - 1))) & memo->mask];
}

/* Doubles the table. If out of memory the memo keeps its size and overwrites entries. */
static void grow(Memo *memo)
{
    size_t size = 2 * (memo->mask + 1);
    Memo larger = {calloc(size, sizeof *larger.slots), size - 1, 0, memo->capacity};
    if (larger.slots == NULL)
        return;
    for (size_t i = 0; i <= memo->mask; i++)
        if (!empty(&memo->slots[i]))
            *slot_for(&larger, memo->slots[i].key) = memo->slots[i];
    free(memo->slots);
    *memo = larger;
}

void memo_put(Memo *memo, Key key, Value value)
{
    if (2 * memo->used > memo->mask && memo->mask + 1 < memo->capacity)
        grow(memo);
    Known *slot = slot_for(memo, key);
    if (!same(slot->key, key) || value.depth || value.cost > slot->value.cost)
        *slot = (Known){key, value};
}
