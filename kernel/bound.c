#include "bound.h"

#include <stdlib.h>

void costs_start(Costs *costs, const Space *space, bool uncounted)
{
    *costs = (Costs){.total = 0, .heaviest = 1, .uncounted = uncounted};
    for (int code = 0; code < space->codes; code++) {
        int64_t weight = space->weights ? space->weights[code] : 1;
        costs->total += weight;
        costs->heaviest = weight > costs->heaviest ? weight : costs->heaviest;
    }
}

const int64_t *costs_for(Costs *costs, int classes)
{
    int64_t *table = costs->tables[classes];
    if (table != NULL)
        return table;
    table = malloc((size_t)(costs->total + 1) * sizeof *table);
    if (table == NULL)
        return NULL;
    /* At most one code has depth 1, one per class has depth 2, and so on. */
    int64_t depth = 1, room = costs->heaviest, left = room;
    table[0] = 0;
    for (int64_t weight = 1; weight <= costs->total; weight++) {
        if (left == 0) {
            depth++;
            room = room > costs->total ? room : room * (costs->uncounted ? costs->total : classes);
            left = room;
        }
        table[weight] = table[weight - 1] + depth;
        left--;
    }
    return costs->tables[classes] = table;
}

int64_t split_cost(const int64_t *table, int parts, int64_t weight)
{
    if (weight < parts || parts == 0)
        return weight == 0 && parts == 0 ? 0 : INFINITE;
    /* The table is convex, so an even split is the cheapest. */
    int64_t size = weight / parts, larger = weight % parts;
    return (parts - larger) * table[size] + (larger ? larger * table[size + 1] : 0);
}

int64_t breakable(const Costs *costs, int classes, int guesses)
{
    int64_t codes = 0, room = 1;
    if (costs->uncounted)
        return guesses > 1 ? INFINITE : guesses;
    for (int depth = 0; depth < guesses; depth++) {
        codes += room;
        if (codes > INFINITE)
            return INFINITE;
        room *= classes;
    }
    return codes;
}

void costs_free(Costs *costs)
{
    for (int classes = 0; classes <= MAX_CLASSES; classes++)
        free(costs->tables[classes]);
}
