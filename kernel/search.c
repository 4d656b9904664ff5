#include "search.h"

#include <stdlib.h>
#include <string.h>

#include "part.h"
#include "ranks.h"

enum {
    REPORT_EVERY = 1 << 9, /* steps, or peeks, between two reports */
    BATCH = 64,            /* guesses considered at a time */
    MAX_LATER = 64,        /* guesses left to other threads at a time */
    LARGE = 60,            /* parts of this size have a canonical key, and are shared among threads */
};

/* A node of the search: a part, and what is known about it. */
typedef struct {
    const code_t *part;
    int n;
    int64_t weight, heaviest; /* of the part, and of one code in it */
    int64_t lower;            /* a lower bound of its cost */
    int classes;              /* no guess splits the part into more, not counting the winning one */
    const int64_t *costs;     /* by weight, for a part that has one guess less than this one */
    int depth, left;          /* guesses made since the root, and guesses left */
} Node;

/* How far to look. SEARCH_IDLE leaves out parts that another thread is at work on. */
typedef enum { PEEK_ONLY, SEARCH_IDLE, SEARCH_GUESSES } Effort;

static Value solve(Search *search, const Node *given, int64_t budget, Effort effort, int *guess);

bool search_start(Search *search, size_t memo_size, Memo *shared)
{
    costs_start(&search->costs, &search->space, search->without & COUNTING);
    search->memo = shared != NULL ? shared : calloc(1, sizeof *search->memo);
    search->helps = shared != NULL;
    if (search->memo == NULL || !lines_make(&search->space))
        return false;
    /* Found by trial: more room would not save work, and touching it for the first time takes long. */
    const double codes = search->space.codes, values = codes * codes * codes / (1 << 16);
    return search->helps ? memo_share(search->memo, values) : memo_start(search->memo, memo_size);
}

void search_free(Search *search)
{
    levels_free(&search->levels);
    lines_free(&search->space);
    if (!search->helps && search->memo != NULL) {
        memo_free(search->memo);
        free(search->memo);
    }
    costs_free(&search->costs);
}

static void fail(Search *search)
{
    search->stopped = search->out_of_memory = true;
}

/* ---- the memo ---- */

/* Too few small parts are symmetric for a canonical key to pay off. */
static Key key_of(const Search *search, const code_t *part, int n)
{
    const bool plain = n < LARGE || search->without & CANONICAL;
    return plain ? key_exact(part, n) : key_up_to_symmetry(&search->space, part, n);
}

/* The key of the same part with a limit of guesses. */
static Key with_limit(Key key, int left)
{
    key.high ^= mix64((uint64_t)left);
    return key;
}

static bool recall(const Search *search, Key key, Value *value)
{
    return !(search->without & MEMORY) && memo_find(search->memo, key, value);
}

/* `effort` is the number of parts that had been ranked before. */
static Value remember(Search *search, Key key, Value value, int64_t before)
{
    if (!(search->without & MEMORY))
        memo_put(search->memo, key, value, search->ranked - before);
    return value;
}

/* ---- threads ---- */

/* Threads that share a memo solve the same part. They meet less often if each leaves to the end what another
 * is at work on: then its value is known. What they are at work on is a large part, or a guess on it. */

static bool shares(const Search *search, int n)
{
    return search->memo->shared && n >= LARGE;
}

static uint64_t work_of(Key key, int guess)
{
    return key.high ^ mix64((uint64_t)guess + 1);
}

/* Whether one guess might tell all codes of the part apart. Their weights must be equal. */
static bool is_small(const Search *search, const code_t *part, int n)
{
    return n <= search->space.classes && !(search->without & SMALL) && has_equal_weights(&search->space, part, n);
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
        const uint8_t *line = line_of(space, code);
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

static Node node_of(const Space *space, const code_t *part, int n, int classes, int depth, int left)
{
    return (Node){
        .part = part,
        .n = n,
        .weight = weight_of(space, part, n),
        .heaviest = heaviest_of(space, part, n),
        .classes = classes,
        .depth = depth,
        .left = left,
    };
}

/* The cost of a guess whose parts are in `level->parts`: exact if below `best`, else a lower
 * bound of at least `best`. `total` starts as the bound by class counts and is improved part
 * by part. */
static Value cost_of(Search *search, const Node *node, const Level *level, const int *starts, int guess,
                     int64_t total, int64_t best)
{
    const Space *space = &search->space;
    const int left = left_after(node->left);
    Node hard[MAX_CLASSES];
    int count = 0, deepest = 0;
    for (int class = 0; class < space->classes - 1; class++) {
        const int n = starts[class + 1] - starts[class];
        if (n == 0)
            continue;
        Node part = node_of(space, level->parts + starts[class], n, node->classes, node->depth + 1, left);
        part.lower = node->costs[part.weight];
        Value better = {part.lower, 0};
        if (is_obvious(n, left))
            better = obvious_value(space, part.part, n, left);
        else if (is_small(search, part.part, n) && solve_small(space, part.part, n, left, &better) < 0)
            better = (Value){2 * part.weight, 0};
        if (better.cost > part.lower) {
            total += better.cost - part.lower;
            part.lower = better.cost;
            if (total >= best)
                return (Value){total, 0};
        }
        if (better.depth) {
            deepest = better.depth > deepest ? better.depth : deepest;
            continue;
        }
        /* Small parts first: they are cheap, and what they add tightens the budget of the others. */
        int i = count++;
        for (; i && hard[i - 1].n > n; i--)
            hard[i] = hard[i - 1];
        hard[i] = part;
    }
    if (node->depth < SYMMETRY_DEPTH)
        symmetries_fixing(&search->symmetries[node->depth], space->rows + (size_t)guess * (size_t)space->pegs,
                          space->pegs, &search->symmetries[node->depth + 1]);
    /* With several hard parts, a look at each costs less than a search of the first. */
    const Effort first = count > 1 && !(search->without & PEEK) ? PEEK_ONLY : SEARCH_GUESSES;
    for (Effort effort = first; effort <= SEARCH_GUESSES; effort++)
        for (int i = 0; i < count && (effort != SEARCH_IDLE || search->memo->shared); i++) {
            Value value = solve(search, &hard[i], hard[i].lower + best - 1 - total, effort, NULL);
            if (search->stopped)
                return (Value){total, 0};
            if (value.cost > hard[i].lower) {
                total += value.cost - hard[i].lower;
                hard[i].lower = value.cost;
            }
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
static int groups_of(const Node *node, int64_t best, Group *groups, int64_t *beyond)
{
    int count = 0;
    for (int rank = 0; rank <= 2 * node->classes + 1; rank++) {
        int parts = rank >> 1, wins = rank & 1;
        if (parts + wins <= 1)
            continue; /* no information */
        int64_t bound = node->weight + split_cost(node->costs, parts, node->weight - wins * node->heaviest);
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

/* `news` tells that the result so far has changed. */
static void step(Search *search, bool news)
{
    if (++search->steps > search->max_steps)
        search->stopped = true;
    else if ((news || search->steps % REPORT_EVERY == 0) && !search->report(search))
        search->stopped = true;
}

/* A lower bound of the cost of a node, one guess deep: the least that class counts leave to any guess. */
static int64_t peek(Search *search, const Node *node, Level *level)
{
    Group groups[2 * MAX_CLASSES];
    int64_t beyond = INFINITE;
    int next = 0, count = groups_of(node, INFINITE, groups, &beyond);
    if (++search->peeks % REPORT_EVERY == 0 && !search->report(search))
        search->stopped = true;
    level->heap_size = 0;
    while (next < count && (level->heap_size == 0 || groups[next].bound < level->heap[0].bound))
        consider_all(search, node, level, groups[next++].rank);
    return level->heap_size && level->heap[0].bound > node->lower ? level->heap[0].bound : node->lower;
}

/* The least cost of a node, and its guess; or a lower bound above the budget, and -1.
 * The search stops when it reaches `node->lower`. */
static Found explore(Search *search, const Node *node, Level *level, Key key, int64_t budget)
{
    Entry later[MAX_LATER]; /* guesses that other threads are at work on */
    int waiting = 0;
    const Space *space = &search->space;
    const bool top = node->depth == 0;
    bool news = top;
    Group groups[2 * MAX_CLASSES];
    int64_t beyond = INFINITE;
    Found best = {node->lower, budget + 1, -1, 0};
    int next = 0, count = groups_of(node, best.upper, groups, &beyond);
    int starts[MAX_CLASSES + 1];
    level->heap_size = 0;
    while (!search->stopped) {
        /* Guesses get their own bounds only once the bound of their group comes up. */
        while (next < count && (level->heap_size == 0 || groups[next].bound <= level->heap[0].bound ||
                                search->without & LAZY))
            consider_all(search, node, level, groups[next++].rank);
        Entry entry;
        if (level->heap_size > 0 && (waiting == 0 || level->heap[0].bound < best.upper)) {
            entry = heap_pop(level);
            /* Without a bound to beat, other guesses would cost far too much. */
            const bool bounded = best.guess >= 0 || best.upper <= node->lower + node->weight;
            if (bounded && waiting < MAX_LATER && entry.bound < best.upper && shares(search, node->n) &&
                busy_is(search->memo, work_of(key, entry.guess))) {
                later[waiting++] = entry;
                continue;
            }
        } else if (waiting > 0)
            entry = later[--waiting];
        else
            break;
        if (entry.bound >= best.upper) {
            beyond = entry.bound < beyond ? entry.bound : beyond;
            if (waiting == 0)
                break;
            continue;
        }
        if (top && waiting == 0 && entry.bound > search->found.lower) {
            search->found.lower = entry.bound;
            news = true;
        }
        step(search, news);
        news = false;
        if (search->stopped)
            break;
        split(space, node, level, entry.guess, starts);
        if (shares(search, node->n))
            busy_set(search->memo, work_of(key, entry.guess), true);
        Value value = cost_of(search, node, level, starts, entry.guess, entry.bound, best.upper);
        if (shares(search, node->n))
            busy_set(search->memo, work_of(key, entry.guess), false);
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
        news = top;
        if (value.cost <= node->lower)
            break;
    }
    if (best.guess >= 0) {
        best.lower = best.upper;
        return best;
    }
    beyond = beyond > budget ? beyond : budget + 1;
    return (Found){beyond > node->lower ? beyond : node->lower, INFINITE, -1, 0};
}

static void raise_to(Node *node, int64_t lower)
{
    node->lower = lower > node->lower ? lower : node->lower;
}

/* Raises the bound of a node to what counting shows, if no guess splits it into more than `classes`
 * parts. Also prepares the table for the parts that a guess leaves. */
static void count_classes(Search *search, Node *node, int classes)
{
    const int64_t *costs = costs_for(&search->costs, classes, node->left);
    node->classes = classes;
    node->costs = costs_for(&search->costs, classes, left_after(node->left));
    if (costs != NULL && node->costs != NULL)
        raise_to(node, costs[node->weight]);
    else
        fail(search);
}

/* What is known about a part. If guesses are limited, a value without a limit is a lower bound, and
 * exact if its strategy needs no more guesses than are left. */
static Value recall_value(const Search *search, const Node *node, Key *key)
{
    Value value = {0, 0}, known;
    *key = key_of(search, node->part, node->n);
    if (node->left != UNLIMITED) {
        if (recall(search, *key, &known))
            value = (Value){known.cost, known.depth <= node->left ? known.depth : 0};
        *key = with_limit(*key, node->left);
    }
    if (!value.depth && recall(search, *key, &known) && (known.depth || known.cost > value.cost))
        value = known;
    return value;
}

/* The value of a node of at least three codes, which solve_small could not solve, if it is within the
 * budget; otherwise a lower bound. A search of its guesses makes that bound exceed the budget. If `guess` is
 * not NULL, it finds the best guess even if the value is in the memo. */
static Value solve(Search *search, const Node *given, int64_t budget, Effort effort, int *guess)
{
    const Space *space = &search->space;
    Node node = *given;
    const bool small = is_small(search, node.part, node.n);
    count_classes(search, &node, node.classes);
    if (small)
        raise_to(&node, 2 * node.weight);
    if (node.lower > budget || search->stopped)
        return (Value){node.lower, 0};
    Key key;
    Value known = recall_value(search, &node, &key);
    if (known.depth && guess == NULL)
        return known;
    if (known.depth && known.cost < budget)
        budget = known.cost;
    raise_to(&node, known.cost);
    const bool shared = shares(search, node.n);
    if (node.lower > budget || (known.cost && effort == PEEK_ONLY) ||
        (effort == SEARCH_IDLE && shared && busy_is(search->memo, work_of(key, -1))))
        return (Value){node.lower, 0};

    Level *level = level_at(&search->levels, space, node.depth);
    if (level == NULL) {
        fail(search);
        return (Value){0, 0};
    }
    const bool shuffle = !(search->without & SHUFFLE);
    const int64_t before = search->ranked++;
    int widest = ranks_find(space, node.part, node.n, search->consistent, shuffle, level->ranks);
    if (small && widest == node.n) {
        /* No code of the part tells all apart, but this guess does. */
        if (guess)
            *guess = (int)((uint8_t *)memchr(level->ranks, 2 * node.n, (size_t)space->guesses) - level->ranks);
        return remember(search, key, (Value){2 * node.weight, 2}, before);
    }
    count_classes(search, &node, widest);
    if (small)
        raise_to(&node, 2 * node.weight + node.heaviest);
    Found found = {node.lower, INFINITE, -1, 0};
    if (node.lower <= budget && !search->stopped) {
        if (effort == PEEK_ONLY)
            found.lower = peek(search, &node, level);
        else {
            if (shared)
                busy_set(search->memo, work_of(key, -1), true);
            found = explore(search, &node, level, key, budget);
            if (shared)
                busy_set(search->memo, work_of(key, -1), false);
        }
    }
    if (search->stopped)
        return (Value){node.lower, 0};
    if (guess)
        *guess = found.guess;
    return remember(search, key, (Value){found.lower, found.depth}, before);
}

Found search_solve(Search *search, const code_t *part, int n, int64_t budget, int left, bool value_only)
{
    search->found = (Found){0, INFINITE, -1, 0};
    search->steps = 0;
    search->stopped = search->out_of_memory = false;
    const Node node = node_of(&search->space, part, n, search->space.classes - 1, 0, left);
    Value value;
    int guess = is_small(search, part, n) ? solve_small(&search->space, part, n, left, &value) : -1;
    if (guess < 0)
        value = solve(search, &node, budget, SEARCH_GUESSES, value_only ? NULL : &guess);
    if (search->stopped)
        return search->found;
    return (Found){value.cost, value.depth ? value.cost : INFINITE, guess, value.depth};
}
