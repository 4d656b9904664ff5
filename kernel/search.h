/* The exact optimum by branch and bound; the twin of engine/search.py. */
#ifndef CODEPEGS_SEARCH_H
#define CODEPEGS_SEARCH_H

#include "bound.h"
#include "level.h"
#include "memo.h"
#include "symmetry.h"

enum { SYMMETRIC = 2 }; /* guesses, from the first, before which symmetry is looked for */

/* What can be left out, to see that it changes nothing; the numbers are those of engine/technique.py. */
enum { SYMMETRY = 1, MEMORY = 2, NAMES = 4, COUNTING = 8, SMALL = 16, LAZY = 32 };

typedef struct {
    int64_t lower, upper; /* of the value; upper is INFINITE where nothing was found within the budget */
    int guess;            /* which reaches `upper`; -1 for none */
} Found;

typedef struct Search {
    Space space;
    Costs costs;
    Memo memo;
    Levels levels;
    Changes changes[SYMMETRIC + 1]; /* by depth: those that keep the guesses so far */
    bool consistent;                /* only guesses that fit every answer are allowed */
    bool limited;                   /* there is a limit of guesses, so a value depends on those left */
    int without;                    /* the techniques that are left out */

    Found found;     /* so far, at the top */
    int64_t steps;   /* guesses looked at */
    int64_t most;    /* steps after which to stop */
    bool stopped, out_of_memory;
    bool (*report)(struct Search *search); /* called now and then; true to go on */
    void *reporter;
} Search;

/* Makes what a search needs beside its space, whose arrays stay the caller's; false without memory. */
bool search_start(Search *search, size_t remembered);
void search_free(Search *search);

/* The least cost of a part of three codes or more, with `left` guesses left, if it is within
 * the budget. `search->changes[0]` are those under which part and history look the same. */
Found search_solve(Search *search, const code_t *part, int n, int64_t budget, int left);

#endif
