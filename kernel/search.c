#include "search.h"

#include <stdlib.h>
#include <string.h>

#include "ranks.h"

enum {
    SPLITS = 1 << 12,      /* splits of one part that are told from each other */
    REPORT_EVERY = 1 << 9, /* steps between two reports */
    BATCH = 64,            /* guesses considered in one go */
};

typedef struct {
    int64_t bound, tie; /* the cost at least; of equals, the more even split comes first */
    int guess;
} Entry;

struct Level {
    uint8_t *ranks;
    code_t *parts; /* the codes of the part, sorted by class */
    Entry *heap;
    int heap_size, heap_room;
    Key seen[SPLITS];
    uint32_t stamps[SPLITS], stamp;
    int seen_count;
};

/* A part of a split that has to be searched. */
typedef struct {
    const code_t *codes;
    int n;
    int64_t bound;
} Hard;

/* What a node of the search is about. */
typedef struct {
    const code_t *part;
    int n;
    int64_t weight, heaviest; /* of the part, and of one code in it */
    const int64_t *costs;     /* by weight, for `classes` */
    int classes;              /* no guess splits the part into more, the winning one left out */
    int depth, left;          /* guesses made since the top, and left */
} Node;

static int64_t solve(Search *search, const code_t *part, int n, int64_t budget, int classes, int depth, int left,
                     int *guess);

/* ---- room ---- */

bool search_start(Search *search, size_t remembered)
{
    Space *space = &search->space;
    search->costs.total = 0;
    search->costs.heaviest = 1;
    search->costs.uncounted = search->without & COUNTING;
    for (int code = 0; code < space->codes; code++) {
        int64_t weight = space->weights ? space->weights[code] : 1;
        search->costs.total += weight;
        if (weight > search->costs.heaviest)
            search->costs.heaviest = weight;
    }
    search->names = malloc((size_t)space->codes * sizeof *search->names);
    if (search->names == NULL || !memo_start(&search->memo, remembered) || !bits_make(space))
        return false;
    for (int code = 0; code < space->codes; code++) {
        code_t one = (code_t)code;
        search->names[code] = key_as_it_is(&one, 1);
    }
    return true;
}

void search_free(Search *search)
{
    for (int depth = 0; depth < search->level_count; depth++) {
        Level *level = search->levels[depth];
        free(level->ranks);
        free(level->parts);
        free(level->heap);
        free(level);
    }
    free(search->levels);
    free(search->names);
    free(search->space.bits);
    free(search->space.lines);
    memo_free(&search->memo);
    costs_free(&search->costs);
}

static void fail(Search *search)
{
    search->stopped = search->out_of_memory = true;
}

/* The room at some depth; NULL, and the search is over, without memory. */
static Level *level_at(Search *search, int depth)
{
    if (depth < search->level_count)
        return search->levels[depth];
    Level **levels = realloc(search->levels, (size_t)(depth + 1) * sizeof *levels);
    if (levels == NULL) {
        fail(search);
        return NULL;
    }
    search->levels = levels;
    Level *level = calloc(1, sizeof *level);
    if (level != NULL) {
        level->ranks = malloc((size_t)search->space.stride);
        level->parts = malloc((size_t)search->space.codes * sizeof *level->parts);
    }
    if (level == NULL || level->ranks == NULL || level->parts == NULL) {
        if (level != NULL) {
            free(level->ranks);
            free(level->parts);
        }
        free(level);
        fail(search);
        return NULL;
    }
    search->level_count = depth + 1;
    return levels[depth] = level;
}

/* ---- the heap of guesses, the most promising first ---- */

static bool before(const Entry *a, const Entry *b)
{
    if (a->bound != b->bound)
        return a->bound < b->bound;
    return a->tie != b->tie ? a->tie < b->tie : a->guess < b->guess;
}

static void heap_push(Search *search, Level *level, Entry entry)
{
    if (level->heap_size == level->heap_room) {
        int room = level->heap_room ? 2 * level->heap_room : 256;
        Entry *heap = realloc(level->heap, (size_t)room * sizeof *heap);
        if (heap == NULL) {
            fail(search);
            return;
        }
        level->heap = heap;
        level->heap_room = room;
    }
    int i = level->heap_size++;
    for (; i && before(&entry, &level->heap[(i - 1) / 2]); i = (i - 1) / 2)
        level->heap[i] = level->heap[(i - 1) / 2];
    level->heap[i] = entry;
}

static Entry heap_pop(Level *level)
{
    Entry *heap = level->heap, first = heap[0], last = heap[--level->heap_size];
    int i = 0, n = level->heap_size;
    for (int child = 1; child < n; child = 2 * i + 1) {
        if (child + 1 < n && before(&heap[child + 1], &heap[child]))
            child++;
        if (!before(&heap[child], &last))
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = last;
    return first;
}

/* ---- parts ---- */

static int64_t weight_of(const Space *space, const code_t *part, int n)
{
    if (space->weights == NULL)
        return n;
    int64_t weight = 0;
    for (int i = 0; i < n; i++)
        weight += space->weights[part[i]];
    return weight;
}

/* Weights tell colours apart, so with them a part is remembered as it is. */
static Key key_of(const Search *search, const code_t *part, int n, int left)
{
    const bool plain = search->space.weights != NULL || search->without & NAMES;
    Key key = plain ? key_as_it_is(part, n) : key_up_to_changes(&search->space, part, n);
    if (search->limited)
        key.high ^= mixed((uint64_t)left);
    return key;
}

static const Known *recall(const Search *search, Key key)
{
    return search->without & MEMORY ? NULL : memo_find(&search->memo, key);
}

/* Whether a part is small enough to be told apart by one guess, its codes counting alike. */
static bool small(const Search *search, int n)
{
    return n <= search->space.classes && search->space.weights == NULL && !(search->without & SMALL);
}

/* Whether so many codes are too many for the guesses that are left. */
static bool too_many(const Search *search, int n, int classes, int left)
{
    if (search->without & COUNTING)
        return left < 2 && n > left;
    return n > breakable(classes, left);
}

/* The cost of one code or two. */
static int64_t cost_of_few(const Space *space, const code_t *part, int n, int left)
{
    if (left < n)
        return INFINITE;
    int64_t weight = weight_of(space, part, n);
    if (n == 1)
        return weight;
    int64_t one = weight_of(space, part, 1), two = weight - one;
    return weight + (one < two ? one : two);
}

/* The guess, a code of the part itself, that settles a small part whose codes count alike;
 * -1 if none does. One that tells all n apart costs 2n - 1, and nothing costs less; one
 * that leaves a single pair together costs 2n, as does any other guess that tells all
 * apart. */
static int closed(const Space *space, const code_t *part, int n, int left, int64_t *value)
{
    int pair = -1;
    for (int i = 0; i < n; i++) {
        const uint8_t *row = space->marks + (size_t)space->own[part[i]] * (size_t)space->codes;
        uint64_t classes = 0;
        for (int j = 0; j < n; j++)
            classes |= UINT64_C(1) << row[part[j]];
        int apart = __builtin_popcountll(classes);
        if (apart == n && left >= 2) {
            *value = 2 * n - 1;
            return space->own[part[i]];
        }
        if (apart == n - 1 && pair < 0)
            pair = space->own[part[i]];
    }
    if (left < 3)
        return -1;
    *value = 2 * n;
    return pair;
}

/* A better bound for a part that is about to be searched: what is known of it, or what the
 * most classes that any guess has make of it. */
static int64_t quick_bound(Search *search, const Hard *hard, int classes, int depth, int left)
{
    const Space *space = &search->space;
    Level *level = level_at(search, depth);
    if (level == NULL)
        return hard->bound;
    Key key = key_of(search, hard->codes, hard->n, left);
    const Known *known = recall(search, key);
    if (known != NULL)
        return known->lower > hard->bound ? known->lower : hard->bound;
    int widest = ranks_find(space, hard->codes, hard->n, search->consistent, level->ranks);
    const int64_t *costs = costs_for(&search->costs, widest < classes ? widest : classes);
    if (costs == NULL) {
        fail(search);
        return hard->bound;
    }
    int64_t bound = costs[weight_of(space, hard->codes, hard->n)];
    if (hard->bound > bound)
        bound = hard->bound;
    memo_put(&search->memo, key, bound, INFINITE);
    return bound;
}

/* ---- guesses ---- */

/* Pushes some guesses, each with its bound by class count, part by part. Going through them
 * code by code reads memory in order, and no counter is wanted twice in a row. */
static void consider(Search *search, const Node *node, Level *level, const int *guesses, int count)
{
    const Space *space = &search->space;
    int32_t weights[BATCH * MOST_CLASSES];
    memset(weights, 0, (size_t)(count * space->classes) * sizeof *weights);
    for (int i = 0; i < node->n; i++) {
        const code_t code = node->part[i];
        const uint8_t *line = space->lines + (size_t)code * (size_t)space->stride;
        const int32_t weight = space->weights ? space->weights[code] : 1;
        int32_t *counter = weights;
        for (int j = 0; j < count; j++, counter += space->classes)
            counter[line[guesses[j]]] += weight;
    }
    for (int j = 0; j < count; j++) {
        Entry entry = {node->weight, 0, guesses[j]};
        for (int class = 0; class < space->classes - 1; class++) {
            int64_t weight = weights[j * space->classes + class];
            entry.bound += node->costs[weight];
            entry.tie += weight * weight;
        }
        heap_push(search, level, entry);
    }
}

/* Considers every guess of a rank; of those that a change turns into each other, only the lowest. */
static void consider_all(Search *search, const Node *node, Level *level, int rank)
{
    const Space *space = &search->space;
    const Changes *changes = node->depth <= SYMMETRIC ? &search->changes[node->depth] : NULL;
    const uint8_t *from = level->ranks, *end = level->ranks + space->guesses;
    int batch[BATCH], count = 0;
    for (int i = 0;; i++, from++) {
        int guess;
        if (rank & 1) {
            while (i < node->n && level->ranks[space->own[node->part[i]]] != rank)
                i++;
            if (i >= node->n)
                break;
            guess = space->own[node->part[i]];
        } else {
            from = from < end ? memchr(from, rank, (size_t)(end - from)) : NULL;
            if (from == NULL)
                break;
            guess = (int)(from - level->ranks);
        }
        if (changes && changes_lower(changes, space->rows + (size_t)guess * (size_t)space->pegs, space->pegs))
            continue;
        batch[count++] = guess;
        if (count == BATCH) {
            consider(search, node, level, batch, count);
            count = 0;
        }
    }
    consider(search, node, level, batch, count);
}

/* Sorts the part by class, to level->parts; starts[c] to starts[c + 1] are those of class c.
 * Gives the name of the split, the winning part left out: guesses that share it cost the same. */
static Key split(const Search *search, const Node *node, Level *level, int guess, int *starts)
{
    const Space *space = &search->space;
    const uint8_t *row = space->marks + (size_t)guess * (size_t)space->codes;
    int next[MOST_CLASSES];
    Key names[MOST_CLASSES], whole = {0, 0};
    memset(starts, 0, (size_t)(space->classes + 1) * sizeof *starts);
    memset(names, 0, (size_t)space->classes * sizeof *names);
    for (int i = 0; i < node->n; i++)
        starts[row[node->part[i]] + 1]++;
    for (int class = 0; class < space->classes; class++) {
        next[class] = starts[class];
        starts[class + 1] += starts[class];
    }
    for (int i = 0; i < node->n; i++) {
        code_t code = node->part[i];
        int class = row[code];
        level->parts[next[class]++] = code;
        names[class].high += search->names[code].high;
        names[class].low += search->names[code].low;
    }
    for (int class = 0; class < space->classes - 1; class++)
        if (starts[class] < starts[class + 1]) {
            whole.high += mixed(names[class].high);
            whole.low += mixed(names[class].low);
        }
    return whole;
}

/* Whether a split has been seen at this node; it has from now on. */
static bool seen(Level *level, Key name)
{
    size_t slot = name.high & (SPLITS - 1);
    for (; level->stamps[slot] == level->stamp; slot = (slot + 1) & (SPLITS - 1))
        if (level->seen[slot].high == name.high && level->seen[slot].low == name.low)
            return true;
    if (level->seen_count < SPLITS / 2) {
        level->seen_count++;
        level->seen[slot] = name;
        level->stamps[slot] = level->stamp;
    }
    return false;
}

/* What a guess costs, its parts in `level->parts`: exact if that is below `best`, and else a
 * bound that is not. `total` is its bound by class count; part by part that is replaced by
 * better ones. */
static int64_t cost_of(Search *search, const Node *node, const Level *level, const int *starts, int guess,
                       int64_t total, int64_t best)
{
    const Space *space = &search->space;
    const int left = node->left - 1;
    Hard hard[MOST_CLASSES];
    int count = 0;
    for (int class = 0; class < space->classes - 1; class++) {
        Hard part = {level->parts + starts[class], starts[class + 1] - starts[class], 0};
        if (part.n == 0)
            continue;
        part.bound = node->costs[weight_of(space, part.codes, part.n)];
        int64_t better = part.bound;
        bool exact = false;
        if (part.n <= 2) {
            better = cost_of_few(space, part.codes, part.n, left);
            exact = true;
        } else if (small(search, part.n)) {
            exact = closed(space, part.codes, part.n, left, &better) >= 0;
            if (!exact)
                better = 2 * part.n;
        }
        if (better > part.bound) {
            total += better - part.bound;
            part.bound = better;
            if (total >= best)
                return total;
        }
        if (exact)
            continue;
        /* Small parts first: they are cheap, and what they add narrows the search of the others. */
        int i = count++;
        for (; i && hard[i - 1].n > part.n; i--)
            hard[i] = hard[i - 1];
        hard[i] = part;
    }
    for (int i = 0; i < count && !(search->without & QUICK); i++) {
        int64_t bound = quick_bound(search, &hard[i], node->classes, node->depth + 1, left);
        total += bound - hard[i].bound;
        hard[i].bound = bound;
        if (total >= best)
            return total;
    }
    if (node->depth < SYMMETRIC)
        changes_keeping(&search->changes[node->depth], space->rows + (size_t)guess * (size_t)space->pegs,
                        space->pegs, &search->changes[node->depth + 1]);
    for (int i = 0; i < count; i++) {
        int64_t value = solve(search, hard[i].codes, hard[i].n, hard[i].bound + best - 1 - total, node->classes,
                              node->depth + 1, left, NULL);
        if (search->stopped)
            return total;
        if (value > hard[i].bound)
            total += value - hard[i].bound;
        if (total >= best)
            return total;
    }
    return total;
}

/* A rank, and what its guesses cost at least. */
typedef struct {
    int64_t bound;
    int rank;
} Group;

/* The ranks whose guesses may cost less than `best`, the most promising first. */
static int groups_of(const Node *node, int widest, int64_t best, Group *groups, int64_t *beyond)
{
    int count = 0;
    for (int rank = 0; rank <= 2 * widest + 1; rank++) {
        int parts = rank >> 1, wins = rank & 1;
        if (parts + wins <= 1)
            continue; /* it tells nothing */
        int most = parts < node->classes ? parts : node->classes;
        int64_t bound = node->weight + split_cost(node->costs, most, node->weight - wins * node->heaviest);
        if (bound >= best) {
            *beyond = bound < *beyond ? bound : *beyond;
            continue;
        }
        int i = count++;
        for (; i && groups[i - 1].bound > bound; i--)
            groups[i] = groups[i - 1];
        groups[i] = (Group){bound, rank};
    }
    return count;
}

static void step(Search *search, bool top)
{
    if (++search->steps > search->most)
        search->stopped = true;
    else if ((top || search->steps % REPORT_EVERY == 0) && !search->report(search))
        search->stopped = true;
}

/* The least cost of a node, and its guess; or a bound beyond the budget, and -1.
 * `lower` is known to be a bound: whoever reaches it need not look further. */
static Found explore(Search *search, const Node *node, Level *level, int widest, int64_t budget, int64_t lower,
                     bool top)
{
    Group groups[2 * MOST_CLASSES];
    int64_t beyond = INFINITE;
    Found best = {lower, budget + 1, -1};
    int next = 0, count = groups_of(node, widest, best.upper, groups, &beyond);
    int starts[MOST_CLASSES + 1];
    level->heap_size = 0;
    level->stamp++;
    level->seen_count = 0;
    while (!search->stopped) {
        /* Guesses are looked at more closely when their group's bound comes up. */
        while (next < count && (level->heap_size == 0 || groups[next].bound <= level->heap[0].bound ||
                                search->without & LAZY))
            consider_all(search, node, level, groups[next++].rank);
        if (level->heap_size == 0)
            break;
        Entry entry = heap_pop(level);
        if (entry.bound >= best.upper) {
            beyond = entry.bound < beyond ? entry.bound : beyond;
            break;
        }
        if (top && entry.bound > search->found.lower)
            search->found.lower = entry.bound;
        step(search, top);
        if (search->stopped)
            break;
        Key name = split(search, node, level, entry.guess, starts);
        if (seen(level, name) && !(search->without & SEEN))
            continue;
        int64_t cost = cost_of(search, node, level, starts, entry.guess, entry.bound, best.upper);
        if (search->stopped)
            break;
        if (cost >= best.upper) {
            beyond = cost < beyond ? cost : beyond;
            continue;
        }
        best.upper = cost;
        best.guess = entry.guess;
        if (top)
            search->found = (Found){search->found.lower, cost, entry.guess};
        if (cost <= lower)
            break;
    }
    if (best.guess >= 0) {
        best.lower = best.upper;
        return best;
    }
    beyond = beyond > budget ? beyond : budget + 1;
    return (Found){beyond > lower ? beyond : lower, INFINITE, -1};
}

/* The value of a part if it is within the budget; a bound beyond it otherwise. With a place
 * for a guess the best one is found, whatever is remembered of the part. */
static int64_t solve(Search *search, const code_t *part, int n, int64_t budget, int classes, int depth, int left,
                     int *guess)
{
    const Space *space = &search->space;
    if (n <= 2)
        return cost_of_few(space, part, n, left);
    if (too_many(search, n, classes, left))
        return INFINITE;
    Node node = {part, n, weight_of(space, part, n), 1, costs_for(&search->costs, classes), classes, depth, left};
    Level *level = level_at(search, depth);
    if (node.costs == NULL || level == NULL) {
        fail(search);
        return 0;
    }
    if (space->weights)
        for (int i = 0; i < n; i++)
            if (space->weights[part[i]] > node.heaviest)
                node.heaviest = space->weights[part[i]];
    int64_t lower = node.costs[node.weight];
    if (lower > budget)
        return lower;
    const bool few = small(search, n);
    if (few) {
        int64_t value;
        int settled = closed(space, part, n, left, &value);
        if (settled >= 0) {
            if (guess)
                *guess = settled;
            return value;
        }
        lower = lower > 2 * n ? lower : 2 * n;
    }
    Key key = key_of(search, part, n, left);
    const Known *known = recall(search, key);
    if (known != NULL) {
        if (known->lower > lower)
            lower = known->lower;
        if (known->upper == known->lower && guess == NULL)
            return known->lower;
        if (known->upper < budget)
            budget = known->upper;
    }
    if (lower > budget)
        return lower;

    int widest = ranks_find(space, part, n, search->consistent, level->ranks);
    if (few && widest == n) {
        /* No code of the part tells all apart, but this guess does. */
        if (guess)
            *guess = (int)((uint8_t *)memchr(level->ranks, 2 * n, (size_t)space->guesses) - level->ranks);
        memo_put(&search->memo, key, 2 * n, 2 * n);
        return 2 * n;
    }
    if (widest < classes) {
        node.classes = widest;
        node.costs = costs_for(&search->costs, widest);
        if (node.costs == NULL) {
            fail(search);
            return 0;
        }
    }
    if ((few && left == 2) || too_many(search, n, node.classes, left)) {
        memo_put(&search->memo, key, INFINITE, INFINITE);
        return INFINITE;
    }
    if (node.costs[node.weight] > lower)
        lower = node.costs[node.weight];
    if (few && lower < 2 * n + 1)
        lower = 2 * n + 1;
    Found found = {lower, INFINITE, -1};
    if (lower <= budget)
        found = explore(search, &node, level, widest, budget, lower, depth == 0);
    if (search->stopped)
        return lower;
    memo_put(&search->memo, key, found.lower, found.upper);
    if (guess)
        *guess = found.guess;
    return found.lower;
}

Found search_solve(Search *search, const code_t *part, int n, int64_t budget, int left)
{
    search->found = (Found){0, INFINITE, -1};
    search->steps = 0;
    search->stopped = search->out_of_memory = false;
    int guess = -1;
    int64_t value = solve(search, part, n, budget, search->space.classes - 1, 0, left, &guess);
    if (search->stopped)
        return search->found;
    return (Found){value, guess >= 0 ? value : INFINITE, guess};
}
