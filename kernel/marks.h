/* Marking and splitting of whole code spaces. */
#ifndef CODEPEGS_MARKS_H
#define CODEPEGS_MARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes the class of each guess against each code to found[guess][code]. Rows are [row][peg];
 * `columns` is a buffer of (pegs + colours) * codes bytes. */
void mark_all(const uint8_t *guesses, size_t guess_count, const uint8_t *codes, size_t code_count,
              int pegs, int colours, uint8_t *columns, uint8_t *found);

/* Writes the number of candidates in each class to counts[guess][class].
 * marks is [guess][code]; the candidates are columns of it. */
void split_all(const uint8_t *marks, size_t stride, const int64_t *guesses, size_t guess_count,
               const int64_t *candidates, size_t candidate_count, int classes, int64_t *counts);

/* Writes for each guess the sum, or the maximum, of worth[size] over its parts. */
void judge_all(const uint8_t *marks, size_t stride, const int64_t *guesses, size_t guess_count,
               const int64_t *candidates, size_t candidate_count, int classes,
               const int64_t *worth, bool largest, int64_t *values);

#endif
