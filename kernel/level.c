#include "level.h"

#include <stdlib.h>

static void level_free(Level *level)
{
    if (level == NULL)
        return;
    free(level->ranks);
    free(level->parts);
    free(level->heap);
    free(level);
}

static Level *level_new(const Space *space)
{
    Level *level = calloc(1, sizeof *level);
    if (level == NULL)
        return NULL;
    level->ranks = malloc((size_t)space->guesses);
    level->parts = malloc((size_t)space->codes * sizeof *level->parts);
    if (level->ranks != NULL && level->parts != NULL)
        return level;
    level_free(level);
    return NULL;
}

Level *level_at(Levels *levels, const Space *space, int depth)
{
    if (depth < levels->count)
        return levels->list[depth];
    Level **list = realloc(levels->list, (size_t)(depth + 1) * sizeof *list);
    if (list == NULL)
        return NULL;
    levels->list = list;
    Level *level = level_new(space);
    if (level != NULL)
        list[levels->count++] = level;
    return level;
}

void levels_free(Levels *levels)
{
    for (int depth = 0; depth < levels->count; depth++)
        level_free(levels->list[depth]);
    free(levels->list);
}

static bool before(const Entry *a, const Entry *b)
{
    if (a->bound != b->bound)
        return a->bound < b->bound;
    return a->tie != b->tie ? a->tie < b->tie : a->guess < b->guess;
}

bool heap_push(Level *level, Entry entry)
{
    if (level->heap_size == level->heap_room) {
        int room = level->heap_room ? 2 * level->heap_room : 256;
        Entry *heap = realloc(level->heap, (size_t)room * sizeof *heap);
        if (heap == NULL)
            return false;
        level->heap = heap;
        level->heap_room = room;
    }
    int i = level->heap_size++;
    for (; i && before(&entry, &level->heap[(i - 1) / 2]); i = (i - 1) / 2)
        level->heap[i] = level->heap[(i - 1) / 2];
    level->heap[i] = entry;
    return true;
}

Entry heap_pop(Level *level)
{
    Entry *heap = level->heap, first = heap[0], last = heap[--level->heap_size];
    int i = 0, n = level->heap_size;
    for (int child = 1; child < n; child = 2 * i + 1) {
        if (child + 1 < n && before(&heap[child + 1], &heap[child]))
            child++;
        if (!before(&heap[child], &last))
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = last;
    return first;
}
