/* The exact optimum by branch and bound; the twin of engine/search_numpy.py. */
#ifndef CODEPEGS_SEARCH_H
#define CODEPEGS_SEARCH_H

#include "bound.h"
#include "level.h"
#include "memo.h"
#include "symmetry.h"

enum { SYMMETRY_DEPTH = 2 }; /* deepest guess before which symmetric guesses are skipped */

/* Optimisations that a test can switch off; the same numbers as `Technique` in engine/search_numpy.py. */
enum { SYMMETRY = 1, MEMORY = 2, CANONICAL = 4, COUNTING = 8, SMALL = 16, LAZY = 32, PEEK = 64, SHUFFLE = 128 };

typedef struct {
    int64_t lower, upper; /* of the value; upper is INFINITE if nothing was found within the budget */
    int guess;            /* reaches `upper`; -1 for none */
    int depth;            /* the most guesses that its strategy needs */
} Found;

typedef struct Search {
    Space space;
    Costs costs;
    Memo *memo; /* its own, or that of another search in another thread */
    Levels levels;
    Symmetries symmetries[SYMMETRY_DEPTH + 1]; /* by depth: those that fix the guesses so far */
    bool helps;                     /* the memo is that of another search */
    bool consistent;                /* only guesses that fit every answer are allowed */
    int without;                    /* techniques switched off */

    Found found;     /* the result so far, at the root */
    int64_t steps;     /* guesses examined */
    int64_t peeks;     /* parts bounded one guess deep */
    int64_t ranked;    /* parts for which all guesses were ranked */
    int64_t max_steps; /* stop after these */
    bool stopped, out_of_memory;
    bool (*report)(struct Search *search); /* called now and then; false to stop */
    void *reporter;
} Search;

/* Allocates everything but the arrays of the space, which the caller owns; false if out of memory. A search
 * that shares the memo of an idle one can help it: both solve the same part at the same time. */
bool search_start(Search *search, size_t memo_size, Memo *shared);
void search_free(Search *search);

/* The least cost of a part of at least three codes with `left` guesses left, two or more or
 * UNLIMITED, if it is within the budget. With `value_only` the memo may answer, without a guess.
 * `search->symmetries[0]` must be those that fix both part and history. */
Found search_solve(Search *search, const code_t *part, int n, int64_t budget, int left, bool value_only);

#endif
