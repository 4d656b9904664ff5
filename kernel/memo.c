#include "memo.h"

#include <stdlib.h>

enum {
    INITIAL_SLOTS = 1 << 12,
    MAX_PROBES = 8, /* slots probed for one key */
    DEPTH_BITS = 7,
    EFFORT_BITS = 6,
};

static uint64_t get(const uint64_t *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static void set(uint64_t *word, uint64_t value)
{
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

static Slot *slots_new(size_t count)
{
    return calloc(count, sizeof(Slot));
}

bool memo_start(Memo *memo, size_t capacity)
{
    *memo = (Memo){.slots = slots_new(INITIAL_SLOTS), .mask = INITIAL_SLOTS - 1, .capacity = capacity};
    return memo->slots != NULL;
}

void memo_free(Memo *memo)
{
    free(memo->slots);
    memo->slots = NULL;
}

static Slot *slot_at(const Memo *memo, Key key, size_t probe)
{
    return &memo->slots[(key.low + probe) & memo->mask];
}

/* An empty slot has no value: every cost is at least 1. */
static bool holds_key(const Slot *slot, Key key, uint64_t packed)
{
    return packed != 0 && (get(&slot->mixed) ^ packed) == key.high && get(&slot->low) == key.low;
}

static Value unpack(uint64_t packed)
{
    packed >>= EFFORT_BITS;
    return (Value){(int64_t)(packed >> DEPTH_BITS), (int)(packed & ((1 << DEPTH_BITS) - 1))};
}

bool memo_find(const Memo *memo, Key key, Value *value)
{
    for (size_t i = 0; i < MAX_PROBES; i++) {
        const Slot *slot = slot_at(memo, key, i);
        const uint64_t packed = get(&slot->packed);
        if (packed == 0)
            return false;
        if (holds_key(slot, key, packed)) {
            *value = unpack(packed);
            return true;
        }
    }
    return false;
}

/* The slot for a key: its own, an empty one, or the one that took the least effort. */
static Slot *slot_for(Memo *memo, Key key)
{
    Slot *cheapest = NULL;
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < MAX_PROBES; i++) {
        Slot *slot = slot_at(memo, key, i);
        const uint64_t packed = get(&slot->packed), effort = packed & ((1 << EFFORT_BITS) - 1);
        if (packed == 0 && !memo->shared)
            memo->used++;
        if (packed == 0 || holds_key(slot, key, packed))
            return slot;
        if (effort < least) {
            least = effort;
            cheapest = slot;
        }
    }
    return cheapest;
}

/* If out of memory the memo keeps its size and overwrites values. */
static bool grow(Memo *memo, size_t size)
{
    Memo larger = {.slots = slots_new(size), .mask = size - 1};
    if (larger.slots == NULL)
        return false;
    for (size_t i = 0; i <= memo->mask; i++) {
        const Slot slot = memo->slots[i];
        if (slot.packed != 0)
            *slot_for(&larger, (Key){slot.mixed ^ slot.packed, slot.low}) = slot;
    }
    free(memo->slots);
    memo->slots = larger.slots;
    memo->mask = larger.mask;
    memo->used = larger.used;
    return true;
}

bool memo_share(Memo *memo, double values)
{
    size_t size = memo->mask + 1;
    while (size < memo->capacity && (double)size < values)
        size *= 2;
    if (!memo->shared && size > memo->mask + 1 && !grow(memo, size))
        return false;
    return memo->shared = true;
}

void memo_put(Memo *memo, Key key, Value value, int64_t effort)
{
    if (!memo->shared && 2 * memo->used > memo->mask && memo->mask + 1 < memo->capacity)
        grow(memo, 2 * (memo->mask + 1));
    Slot *slot = slot_for(memo, key);
    const uint64_t before = get(&slot->packed);
    if (holds_key(slot, key, before) && value.depth == 0 && value.cost <= unpack(before).cost)
        return;
    const uint64_t log = 64 - (uint64_t)__builtin_clzll((uint64_t)effort | 1);
    const uint64_t packed =
        ((uint64_t)value.cost << DEPTH_BITS | (uint64_t)value.depth) << EFFORT_BITS | (log < 63 ? log : 63);
    set(&slot->mixed, key.high ^ packed);
    set(&slot->low, key.low);
    set(&slot->packed, packed);
}

void busy_set(Memo *memo, uint64_t work, bool busy)
{
    set(&memo->busy[work % BUSY_SLOTS], busy ? work : 0);
}

bool busy_is(const Memo *memo, uint64_t work)
{
    return get(&memo->busy[work % BUSY_SLOTS]) == work;
}
