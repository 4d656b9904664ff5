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

const int64_t *costs_for(Costs *costs, int classes, int left)
{
    int64_t **place = &costs->tables[classes][left == UNLIMITED ? 0 : left];
    if (*place != NULL)
        return *place;
    int64_t *table = malloc((size_t)(costs->total + 1) * sizeof *table);
    if (table == NULL)
        return NULL;
    /* At most one code has depth 1, one per class has depth 2, and so on; what has no place is lost. */
    int64_t depth = 1, room = costs->heaviest, empty = room, each = 1;
    table[0] = 0;
    for (int64_t weight = 1; weight <= costs->total; weight++) {
        if (empty == 0 && depth == left) {
            each = depth + LOST;
            empty = costs->total;
        } else if (empty == 0) {
            each = ++depth;
            room = room > costs->total ? room : room * (costs->uncounted ? costs->total : classes);
            empty = room;
        }
        table[weight] = table[weight - 1] + each;
        empty--;
    }
    return *place = table;
}

int64_t split_cost(const int64_t *table, int parts, int64_t weight)
{
    if (weight < parts || parts == 0)
        return weight == 0 && parts == 0 ? 0 : INFINITE;
    /* The table is convex, so an even split is the cheapest. */
    int64_t size = weight / parts, larger = weight % parts;
    return (parts - larger) * table[size] + (larger ? larger * table[size + 1] : 0);
}

void costs_free(Costs *costs)
{
    for (int classes = 0; classes <= MAX_CLASSES; classes++)
        for (int left = 0; left <= MAX_LEFT; left++)
            free(costs->tables[classes][left]);
}
