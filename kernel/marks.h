/* Marks of whole spaces at once, and what they amount to. */
#ifndef CODEPEGS_MARKS_H
#define CODEPEGS_MARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The class of each guess against each code, to found[guess][code]. Rows are [row][peg];
 * `columns` is room for (pegs + colours) * codes bytes. */
void mark_all(const uint8_t *guesses, size_t guess_count, const uint8_t *codes, size_t code_count,
              int pegs, int colours, uint8_t *columns, uint8_t *found);

/* For each guess how many candidates each class has, to counts[guess][class].
 * marks is [guess][code]; the candidates are columns of it. */
void split_all(const uint8_t *marks, size_t stride, const int64_t *guesses, size_t guess_count,
               const int64_t *candidates, size_t candidate_count, int classes, int64_t *counts);

/* For each guess the worths of its parts, by their size: their sum, or the largest of them. */
void judge_all(const uint8_t *marks, size_t stride, const int64_t *guesses, size_t guess_count,
               const int64_t *candidates, size_t candidate_count, int classes,
               const int64_t *worth, bool largest, int64_t *values);

#endif
