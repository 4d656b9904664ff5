#include "part.h"

int64_t weight_of(const Space *space, const code_t *part, int n)
{
    if (space->weights == NULL)
        return n;
    int64_t weight = 0;
    for (int i = 0; i < n; i++)
        weight += space->weights[part[i]];
    return weight;
}

int64_t heaviest_of(const Space *space, const code_t *part, int n)
{
    int64_t heaviest = 1;
    for (int i = 0; space->weights != NULL && i < n; i++)
        if (space->weights[part[i]] > heaviest)
            heaviest = space->weights[part[i]];
    return heaviest;
}

Value obvious_value(const Space *space, const code_t *part, int n, int left)
{
    /* Guess the heaviest code; a second guess breaks the other of two. */
    int64_t weight = weight_of(space, part, n), rest = weight - heaviest_of(space, part, n);
    if (left == 1)
        return (Value){weight + rest * LOST, 1};
    return (Value){weight + rest, n};
}

bool has_equal_weights(const Space *space, const code_t *part, int n)
{
    for (int i = 1; space->weights != NULL && i < n; i++)
        if (space->weights[part[i]] != space->weights[part[0]])
            return false;
    return true;
}

int solve_small(const Space *space, const code_t *part, int n, int left, Value *value)
{
    const int64_t weight = weight_of(space, part, 1);
    int pair = -1;
    for (int i = 0; i < n; i++) {
        const uint8_t *row = space->marks + (size_t)space->guess_of[part[i]] * (size_t)space->codes;
        uint64_t classes = 0;
        for (int j = 0; j < n; j++)
            classes |= UINT64_C(1) << row[part[j]];
        int apart = __builtin_popcountll(classes);
        if (apart == n) {
            *value = (Value){(2 * n - 1) * weight, 2};
            return space->guess_of[part[i]];
        }
        if (apart == n - 1 && pair < 0)
            pair = space->guess_of[part[i]];
    }
    if (left < 3)
        return -1;
    *value = (Value){2 * n * weight, 3};
    return pair;
}
