/* Symmetries: permutations of places and colours that fix the guesses so far; the twin of
 * engine/symmetry.py. */
#ifndef CODEPEGS_SYMMETRY_H
#define CODEPEGS_SYMMETRY_H

#include "space.h"

enum { MAX_SYMMETRY_PEGS = 6, MAX_SYMMETRIES = 720 }; /* with more pegs there are too many */

typedef struct {
    uint8_t places[MAX_SYMMETRY_PEGS];
    int8_t colours[MAX_COLOURS]; /* -1 if no guess has fixed it */
    uint32_t taken;               /* one bit per colour that is the image of another */
} Symmetry;

typedef struct {
    int count;
    Symmetry list[MAX_SYMMETRIES];
} Symmetries;

/* All symmetries before any guess; none if they would be too many. */
void symmetries_all(Symmetries *symmetries, int pegs);

/* The symmetries in `from` that fix a guess, their colours extended by it. */
void symmetries_fixing(const Symmetries *from, const uint8_t *guess, int pegs, Symmetries *kept);

/* Whether some symmetry maps `guess` to a lower one. */
bool symmetries_map_lower(const Symmetries *symmetries, const uint8_t *guess, int pegs);

#endif
