#include "search.h"

#include <stdlib.h>
#include <string.h>

#include "part.h"
#include "ranks.h"

enum {
    REPORT_EVERY = 1 << 9, /* steps between two reports */
    BATCH = 64,            /* guesses considered at a time */
    LARGE = 60,            /* parts of this size have a canonical key */
};

/* A part of a split that needs a search. */
typedef struct {
    const code_t *codes;
    int n;
    int64_t bound;
} Hard;

/* A node of the search. */
typedef struct {
    const code_t *part;
    int n;
    int64_t weight, heaviest; /* of the part, and of one code in it */
    int classes;              /* no guess splits the part into more, not counting the winning one */
    const int64_t *costs;     /* by weight, for a part that has one guess less than this one */
    int depth, left;          /* guesses made since the root, and guesses left */
} Node;

static Value solve(Search *search, const code_t *part, int n, int64_t budget, int classes, int depth, int left,
                   int *guess);

bool search_start(Search *search, size_t memo_size)
{
    costs_start(&search->costs, &search->space, search->without & COUNTING);
    return memo_start(&search->memo, memo_size) && bits_make(&search->space);
}

void search_free(Search *search)
{
    levels_free(&search->levels);
    free(search->space.bits);
    free(search->space.lines);
    memo_free(&search->memo);
    costs_free(&search->costs);
}

static void fail(Search *search)
{
    search->stopped = search->out_of_memory = true;
}

/* ---- the memo ---- */

/* Weights break the symmetry of colours, so they need exact keys. Too few small parts are
 * symmetric for a canonical key to pay off. */
static Key key_of(const Search *search, const code_t *part, int n)
{
    const bool plain = n < LARGE || search->space.weights != NULL || search->without & CANONICAL;
    return plain ? key_exact(part, n) : key_up_to_symmetry(&search->space, part, n);
}

/* The key of the same part with a limit of guesses. */
static Key with_limit(Key key, int left)
{
    key.high ^= mix64((uint64_t)left);
    return key;
}

static const Known *recall(const Search *search, Key key)
{
    return search->without & MEMORY ? NULL : memo_find(&search->memo, key);
}

/* Whether one guess might tell all codes of the part apart. Their weights must be equal. */
static bool is_small(const Search *search, int n)
{
    return n <= search->space.classes && search->space.weights == NULL && !(search->without & SMALL);
}

/* ---- guesses ---- */

/* Pushes guesses on the heap, each with the sum of the bounds of its parts. Looping over codes
 * first reads memory in order and never increments the same counter twice in a row. */
static void consider(Search *search, const Node *node, Level *level, const int *guesses, int count)
{
    const Space *space = &search->space;
    int32_t weights[BATCH * MAX_CLASSES];
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
        if (!heap_push(level, entry))
            fail(search);
    }
}

/* Considers every guess of a rank; of symmetric guesses only the lowest. */
static void consider_all(Search *search, const Node *node, Level *level, int rank)
{
    const Space *space = &search->space;
    const Symmetries *symmetries = node->depth <= SYMMETRY_DEPTH ? &search->symmetries[node->depth] : NULL;
    const uint8_t *from = level->ranks, *end = level->ranks + space->guesses;
    int batch[BATCH], count = 0;
    for (int i = 0;; i++, from++) {
        int guess;
        if (rank & 1) {
            while (i < node->n && level->ranks[space->guess_of[node->part[i]]] != rank)
                i++;
            if (i >= node->n)
                break;
            guess = space->guess_of[node->part[i]];
        } else {
            from = from < end ? memchr(from, rank, (size_t)(end - from)) : NULL;
            if (from == NULL)
                break;
            guess = (int)(from - level->ranks);
        }
        const uint8_t *pegs = space->rows + (size_t)guess * (size_t)space->pegs;
        if (symmetries && symmetries_map_lower(symmetries, pegs, space->pegs))
            continue;
        batch[count++] = guess;
        if (count == BATCH) {
            consider(search, node, level, batch, count);
            count = 0;
        }
    }
    consider(search, node, level, batch, count);
}

/* Sorts the part by class, to level->parts; starts[c] to starts[c + 1] are those of class c. */
static void split(const Space *space, const Node *node, Level *level, int guess, int *starts)
{
    const uint8_t *row = space->marks + (size_t)guess * (size_t)space->codes;
    int next[MAX_CLASSES];
    memset(starts, 0, (size_t)(space->classes + 1) * sizeof *starts);
    for (int i = 0; i < node->n; i++)
        starts[row[node->part[i]] + 1]++;
    for (int class = 0; class < space->classes; class++) {
        next[class] = starts[class];
        starts[class + 1] += starts[class];
    }
    for (int i = 0; i < node->n; i++)
        level->parts[next[row[node->part[i]]]++] = node->part[i];
}

/* The cost of a guess whose parts are in `level->parts`: exact if below `best`, else a lower
 * bound of at least `best`. `total` starts as the bound by class counts and is improved part
 * by part. */
static Value cost_of(Search *search, const Node *node, const Level *level, const int *starts, int guess,
                     int64_t total, int64_t best)
{
    const Space *space = &search->space;
    const int left = left_after(node->left);
    Hard hard[MAX_CLASSES];
    int count = 0, deepest = 0;
    for (int class = 0; class < space->classes - 1; class++) {
        Hard part = {level->parts + starts[class], starts[class + 1] - starts[class], 0};
        if (part.n == 0)
            continue;
        part.bound = node->costs[weight_of(space, part.codes, part.n)];
        Value better = {part.bound, 0};
        if (is_obvious(part.n, left))
            better = obvious_value(space, part.codes, part.n, left);
        else if (is_small(search, part.n) && solve_small(space, part.codes, part.n, left, &better) < 0)
            better = (Value){2 * part.n, 0};
        if (better.cost > part.bound) {
            total += better.cost - part.bound;
            part.bound = better.cost;
            if (total >= best)
                return (Value){total, 0};
        }
        if (better.depth) {
            deepest = better.depth > deepest ? better.depth : deepest;
            continue;
        }
        /* Small parts first: they are cheap, and what they add tightens the budget of the others. */
        int i = count++;
        for (; i && hard[i - 1].n > part.n; i--)
            hard[i] = hard[i - 1];
        hard[i] = part;
    }
    if (node->depth < SYMMETRY_DEPTH)
        symmetries_fixing(&search->symmetries[node->depth], space->rows + (size_t)guess * (size_t)space->pegs,
                          space->pegs, &search->symmetries[node->depth + 1]);
    for (int i = 0; i < count; i++) {
        Value value = solve(search, hard[i].codes, hard[i].n, hard[i].bound + best - 1 - total, node->classes,
                            node->depth + 1, left, NULL);
        if (search->stopped)
            return (Value){total, 0};
        if (value.cost > hard[i].bound)
            total += value.cost - hard[i].bound;
        if (total >= best)
            return (Value){total, 0};
        deepest = value.depth > deepest ? value.depth : deepest;
    }
    return (Value){total, deepest + 1};
}

/* A rank, and a lower bound of the cost of its guesses. */
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
            continue; /* no information */
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
    if (++search->steps > search->max_steps)
        search->stopped = true;
    else if ((top || search->steps % REPORT_EVERY == 0) && !search->report(search))
        search->stopped = true;
}

/* The least cost of a node, and its guess; or a lower bound above the budget, and -1.
 * `lower` is a known bound: the search stops when it is reached. */
static Found explore(Search *search, const Node *node, Level *level, int widest, int64_t budget, int64_t lower,
                     bool top)
{
    const Space *space = &search->space;
    Group groups[2 * MAX_CLASSES];
    int64_t beyond = INFINITE;
    Found best = {lower, budget + 1, -1, 0};
    int next = 0, count = groups_of(node, widest, best.upper, groups, &beyond);
    int starts[MAX_CLASSES + 1];
    level->heap_size = 0;
    while (!search->stopped) {
        /* Guesses get their own bounds only once the bound of their group comes up. */
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
        split(space, node, level, entry.guess, starts);
        Value value = cost_of(search, node, level, starts, entry.guess, entry.bound, best.upper);
        if (search->stopped)
            break;
        if (value.cost >= best.upper) {
            beyond = value.cost < beyond ? value.cost : beyond;
            continue;
        }
        best.upper = value.cost;
        best.guess = entry.guess;
        best.depth = value.depth;
        if (top)
            search->found = (Found){search->found.lower, value.cost, entry.guess, value.depth};
        if (value.cost <= lower)
            break;
    }
    if (best.guess >= 0) {
        best.lower = best.upper;
        return best;
    }
    beyond = beyond > budget ? beyond : budget + 1;
    return (Found){beyond > lower ? beyond : lower, INFINITE, -1, 0};
}

/* The least cost that counting shows, if no guess splits the part into more than `classes` parts.
 * Also prepares the table for the parts that a guess leaves. 0 if out of memory. */
static int64_t count_classes(Search *search, Node *node, int classes)
{
    const int64_t *costs = costs_for(&search->costs, classes, node->left);
    node->classes = classes;
    node->costs = costs_for(&search->costs, classes, left_after(node->left));
    if (costs != NULL && node->costs != NULL)
        return costs[node->weight];
    fail(search);
    return 0;
}

/* What is known about a part. If guesses are limited, a value without a limit is a lower bound, and
 * exact if its strategy needs no more guesses than are left. */
static Value recall_value(const Search *search, const code_t *part, int n, int left, Key *key)
{
    Value value = {0, 0};
    *key = key_of(search, part, n);
    if (left != UNLIMITED) {
        const Known *known = recall(search, *key);
        if (known != NULL)
            value = (Value){known->value.cost, known->value.depth <= left ? known->value.depth : 0};
        *key = with_limit(*key, left);
    }
    const Known *known = value.depth ? NULL : recall(search, *key);
    if (known != NULL && (known->value.depth || known->value.cost > value.cost))
        value = known->value;
    return value;
}

/* The value of a part of at least three codes if it is within the budget; otherwise a lower bound above it. If
 * `guess` is not NULL, the search finds the best guess even if the value is in the memo. */
static Value solve(Search *search, const code_t *part, int n, int64_t budget, int classes, int depth, int left,
                   int *guess)
{
    const Space *space = &search->space;
    Node node = {
        .part = part,
        .n = n,
        .weight = weight_of(space, part, n),
        .heaviest = heaviest_of(space, part, n),
        .depth = depth,
        .left = left,
    };
    int64_t lower = count_classes(search, &node, classes);
    if (lower > budget || search->stopped)
        return (Value){lower, 0};
    const bool small = is_small(search, n);
    if (small) {
        Value value;
        int settled = solve_small(space, part, n, left, &value);
        if (settled >= 0) {
            if (guess)
                *guess = settled;
            return value;
        }
        lower = lower > 2 * n ? lower : 2 * n;
    }
    Key key;
    Value known = recall_value(search, part, n, left, &key);
    if (known.depth && guess == NULL)
        return known;
    if (known.depth && known.cost < budget)
        budget = known.cost;
    if (known.cost > lower)
        lower = known.cost;
    if (lower > budget)
        return (Value){lower, 0};

    Level *level = level_at(&search->levels, space, depth);
    if (level == NULL) {
        fail(search);
        return (Value){0, 0};
    }
    int widest = ranks_find(space, part, n, search->consistent, level->ranks);
    if (small && widest == n) {
        /* No code of the part tells all apart, but this guess does. */
        if (guess)
            *guess = (int)((uint8_t *)memchr(level->ranks, 2 * n, (size_t)space->guesses) - level->ranks);
        Value value = {2 * n, 2};
        memo_put(&search->memo, key, value);
        return value;
    }
    if (widest < classes) {
        int64_t counted = count_classes(search, &node, widest);
        lower = counted > lower ? counted : lower;
    }
    if (small && lower < 2 * n + 1)
        lower = 2 * n + 1;
    Found found = {lower, INFINITE, -1, 0};
    if (lower <= budget && !search->stopped)
        found = explore(search, &node, level, widest, budget, lower, depth == 0);
    if (search->stopped)
        return (Value){lower, 0};
    Value value = {found.lower, found.depth};
    memo_put(&search->memo, key, value);
    if (guess)
        *guess = found.guess;
    return value;
}

Found search_solve(Search *search, const code_t *part, int n, int64_t budget, int left, bool value_only)
{
    search->found = (Found){0, INFINITE, -1, 0};
    search->steps = 0;
    search->stopped = search->out_of_memory = false;
    int guess = -1;
    Value value = solve(search, part, n, budget, search->space.classes - 1, 0, left,
                        value_only ? NULL : &guess);
    if (search->stopped)
        return search->found;
    return (Found){value.cost, value.depth ? value.cost : INFINITE, guess, value.depth};
}
