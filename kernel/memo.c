#include "memo.h"

#include <stdlib.h>

enum {
    FIRST = 1 << 12, /* slots to begin with */
    REACH = 8,       /* slots looked at for one key */
};

bool memo_start(Memo *memo, size_t most)
{
    *memo = (Memo){calloc(FIRST, sizeof *memo->slots), FIRST - 1, 0, most};
    return memo->slots != NULL;
}

void memo_free(Memo *memo)
{
    free(memo->slots);
    memo->slots = NULL;
}

/* An empty slot has the key 0, which no part has but by chance; such a part is not remembered. */
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
    for (size_t i = 0; i < REACH; i++) {
        const Known *slot = &memo->slots[(key.high + i) & memo->mask];
        if (same(slot->key, key))
            return slot;
        if (empty(slot))
            return NULL;
    }
    return NULL;
}

/* The slot of a key: its own, an empty one, or one whose part is forgotten for it. */
static Known *slot_for(Memo *memo, Key key)
{
    for (size_t i = 0; i < REACH; i++) {
        Known *slot = &memo->slots[(key.high + i) & memo->mask];
        if (same(slot->key, key))
            return slot;
        if (empty(slot)) {
            memo->used++;
            return slot;
        }
    }
    return &memo->slots[(key.high + (key.low & (REACH - 1))) & memo->mask];
}

/* Doubles the room; without memory for that the memo stays as it is and forgets. */
static void grow(Memo *memo)
{
    size_t size = 2 * (memo->mask + 1);
    Memo larger = {calloc(size, sizeof *larger.slots), size - 1, 0, memo->most};
    if (larger.slots == NULL)
        return;
    for (size_t i = 0; i <= memo->mask; i++)
        if (!empty(&memo->slots[i]))
            *slot_for(&larger, memo->slots[i].key) = memo->slots[i];
    free(memo->slots);
    *memo = larger;
}

void memo_put(Memo *memo, Key key, int64_t lower, int64_t upper)
{
    if (2 * memo->used > memo->mask && memo->mask + 1 < memo->most)
        grow(memo);
    Known *slot = slot_for(memo, key);
    if (!same(slot->key, key))
        *slot = (Known){key, lower, upper};
    if (lower > slot->lower)
        slot->lower = lower;
    if (upper < slot->upper)
        slot->upper = upper;
}
