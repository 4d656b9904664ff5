/* The Python module codepegs.engine._kernel.
 *
 * Arrays arrive as buffers. Only their lengths are checked here: the callers, all of them in
 * the engine, make sure that the numbers in them are valid. All work runs without the global
 * interpreter lock.
 */
#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdlib.h>

#include "marks.h"
#include "ranks.h"
#include "search.h"

/* ---- buffers ---- */

/* Whether a buffer holds exactly `items` items; sets an exception if not. */
static bool holds(const Py_buffer *buffer, const char *name, int64_t items, size_t size)
{
    if (buffer->len == (Py_ssize_t)(items * (int64_t)size))
        return true;
    PyErr_Format(PyExc_ValueError, "%s has %zd bytes, not %lld items of %zu", name, buffer->len,
                 (long long)items, size);
    return false;
}

static void release(Py_buffer *buffers, int count)
{
    for (int i = 0; i < count; i++)
        if (buffers[i].obj != NULL)
            PyBuffer_Release(&buffers[i]);
}

/* ---- marks ---- */

PyDoc_STRVAR(mark_doc, "mark(guesses, codes, pegs, colours, found)\n--\n\n"
                       "Write the class of each guess (lines) against each code (columns) to `found`.");

static PyObject *mark(PyObject *module, PyObject *args)
{
    (void)module;
    Py_buffer buffers[3] = {{0}, {0}, {0}}, *guesses = &buffers[0], *codes = &buffers[1], *found = &buffers[2];
    int pegs, colours;
    if (!PyArg_ParseTuple(args, "y*y*iiw*", guesses, codes, &pegs, &colours, found))
        return NULL;
    PyObject *result = NULL;
    uint8_t *columns = NULL;
    if (pegs < 1 || pegs > MAX_PEGS || colours < 1 || colours > MAX_COLOURS) {
        PyErr_SetString(PyExc_ValueError, "the kernel marks 1 to 12 pegs of 1 to 27 colours");
        goto done;
    }
    const int64_t guess_count = guesses->len / pegs, code_count = codes->len / pegs;
    if (!holds(found, "found", guess_count * code_count, 1))
        goto done;
    columns = malloc((size_t)(pegs + colours) * (size_t)code_count + 1);
    if (columns == NULL) {
        PyErr_NoMemory();
        goto done;
    }
    Py_BEGIN_ALLOW_THREADS
    mark_all(guesses->buf, (size_t)guess_count, codes->buf, (size_t)code_count, pegs, colours, columns,
             found->buf);
    Py_END_ALLOW_THREADS
    result = Py_NewRef(Py_None);
done:
    free(columns);
    release(buffers, 3);
    return result;
}

PyDoc_STRVAR(split_doc, "split(marks, stride, guesses, candidates, classes, counts)\n--\n\n"
                        "Write how many candidates each class has, for each guess, to `counts`.\n\n"
                        "`marks` has lines of `stride` bytes, a guess each; candidates are columns.");

static PyObject *split(PyObject *module, PyObject *args)
{
    (void)module;
    Py_buffer buffers[4] = {{0}, {0}, {0}, {0}};
    Py_buffer *marks = &buffers[0], *guesses = &buffers[1], *candidates = &buffers[2], *counts = &buffers[3];
    Py_ssize_t stride;
    int classes;
    if (!PyArg_ParseTuple(args, "y*ny*y*iw*", marks, &stride, guesses, candidates, &classes, counts))
        return NULL;
    PyObject *result = NULL;
    const int64_t lines = guesses->len / 8;
    if (holds(counts, "counts", lines * classes, 8)) {
        Py_BEGIN_ALLOW_THREADS
        split_all(marks->buf, (size_t)stride, guesses->buf, (size_t)lines, candidates->buf,
                  (size_t)candidates->len / 8, classes, counts->buf);
        Py_END_ALLOW_THREADS
        result = Py_NewRef(Py_None);
    }
    release(buffers, 4);
    return result;
}

PyDoc_STRVAR(judge_doc, "judge(marks, stride, guesses, candidates, classes, worth, largest, values)\n--\n\n"
                        "Write the worths of each guess's parts to `values`: their sum, or the largest.\n\n"
                        "`worth` says what a part of each size is worth, from 0 to all candidates.");

static PyObject *judge(PyObject *module, PyObject *args)
{
    (void)module;
    Py_buffer buffers[5] = {{0}, {0}, {0}, {0}, {0}};
    Py_buffer *marks = &buffers[0], *guesses = &buffers[1], *candidates = &buffers[2], *worth = &buffers[3],
              *values = &buffers[4];
    Py_ssize_t stride;
    int classes, largest;
    if (!PyArg_ParseTuple(args, "y*ny*y*iy*pw*", marks, &stride, guesses, candidates, &classes, worth, &largest,
                          values))
        return NULL;
    PyObject *result = NULL;
    const int64_t lines = guesses->len / 8;
    if (holds(values, "values", lines, 8) && holds(worth, "worth", candidates->len / 8 + 1, 8)) {
        Py_BEGIN_ALLOW_THREADS
        judge_all(marks->buf, (size_t)stride, guesses->buf, (size_t)lines, candidates->buf,
                  (size_t)candidates->len / 8, classes, worth->buf, largest, values->buf);
        Py_END_ALLOW_THREADS
        result = Py_NewRef(Py_None);
    }
    release(buffers, 5);
    return result;
}

/* ---- the search ---- */

enum { MARKS, ROWS, GUESS_OF, WEIGHTS, BUFFERS };

typedef struct {
    PyObject_HEAD
    Search search;
    Py_buffer buffers[BUFFERS];
    PyObject *helped;       /* the search whose memo this one shares; NULL for none */
    PyObject *callback;     /* receives the result so far; NULL for none */
    PyThreadState *thread;  /* while the lock is released */
    bool busy;
} SearchObject;

/* Handles signals and calls the callback with the result so far. False to stop. */
static bool report_to_python(Search *search)
{
    SearchObject *self = search->reporter;
    PyEval_RestoreThread(self->thread);
    bool proceed = PyErr_CheckSignals() == 0;
    if (proceed && self->callback != NULL) {
        const Found *found = &search->found;
        PyObject *answer = PyObject_CallFunction(self->callback, "LLii", (long long)found->lower,
                                                 (long long)found->upper, found->guess, found->depth);
        proceed = answer != NULL && PyObject_IsTrue(answer) == 0;
        Py_XDECREF(answer);
    }
    self->thread = PyEval_SaveThread();
    return proceed;
}

PyDoc_STRVAR(search_doc,
             "Search(rows, marks, guess_of, weights, pegs, colours, classes, consistent, memo_size, without, "
             "helped=None)\n--\n\n"
             "A search for the exact optimum over one space, with a memo.\n\n"
             "`rows` are the guesses, `marks` has their classes (lines) against the codes, `guess_of`\n"
             "the codes' numbers among the guesses, `weights` the weight of each code, or None.\n"
             "It shares the memo of `helped`, an idle search of the same space, for another thread.");

static PyObject *search_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"rows",    "marks",      "guess_of",  "weights", "pegs", "colours",
                            "classes", "consistent", "memo_size", "without", "helped", NULL};
    PyObject *weights, *helped = Py_None;
    int pegs, colours, classes, consistent, without;
    Py_ssize_t memo_size;
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    SearchObject *self = (SearchObject *)alloc(type, 0);
    if (self == NULL)
        return NULL;
    Py_buffer *buffers = self->buffers;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "y*y*y*Oiiipni|O", names, &buffers[ROWS], &buffers[MARKS],
                                     &buffers[GUESS_OF], &weights, &pegs, &colours, &classes, &consistent,
                                     &memo_size, &without, &helped))
        goto failed;
    if (helped != Py_None && (Py_TYPE(helped) != type || ((SearchObject *)helped)->busy)) {
        PyErr_SetString(PyExc_ValueError, "only an idle search can be helped");
        goto failed;
    }
    self->helped = helped == Py_None ? NULL : Py_NewRef(helped);
    if (weights != Py_None && PyObject_GetBuffer(weights, &buffers[WEIGHTS], PyBUF_SIMPLE) < 0)
        goto failed;
    const int64_t codes = buffers[GUESS_OF].len / 4, guesses = pegs < 1 ? 0 : buffers[ROWS].len / pegs;
    if (pegs < 1 || pegs > MAX_PEGS || colours < 1 || colours > MAX_COLOURS || classes < 2 ||
        classes > MAX_CLASSES || codes < 1 || codes > MAX_CODES || guesses > INT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "the kernel cannot search a board of this size");
        goto failed;
    }
    if (!holds(&buffers[MARKS], "marks", guesses * codes, 1) ||
        (weights != Py_None && !holds(&buffers[WEIGHTS], "weights", codes, 4)))
        goto failed;
    Search *search = &self->search;
    search->space = (Space){
        .pegs = pegs,
        .colours = colours,
        .classes = classes,
        .codes = (int)codes,
        .guesses = (int)guesses,
        .rows = buffers[ROWS].buf,
        .marks = buffers[MARKS].buf,
        .guess_of = buffers[GUESS_OF].buf,
        .weights = weights == Py_None ? NULL : buffers[WEIGHTS].buf,
    };
    search->consistent = consistent;
    search->without = without;
    search->report = report_to_python;
    search->reporter = self;
    bool started;
    Memo *shared = self->helped == NULL ? NULL : ((SearchObject *)self->helped)->search.memo;
    Py_BEGIN_ALLOW_THREADS
    started = search_start(search, (size_t)memo_size, shared);
    Py_END_ALLOW_THREADS
    if (started)
        return (PyObject *)self;
    PyErr_NoMemory();
failed:
    Py_DECREF(self);
    return NULL;
}

static void search_dealloc(SearchObject *self)
{
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    search_free(&self->search);
    release(self->buffers, BUFFERS);
    Py_XDECREF(self->helped);
    freefunc free_object = (freefunc)PyType_GetSlot(type, Py_tp_free);
    free_object(self);
    Py_DECREF(type);
}

PyDoc_STRVAR(solve_doc,
             "solve(part, history, symmetric, budget, left, steps, value_only, callback)\n--\n\n"
             "Return the least cost of `part` if it is within the budget: (lower, upper, guess, depth).\n\n"
             "It is proved if lower equals upper; a guess of -1 means none within the budget. With\n"
             "`value_only` it may be -1 also if the cost was known before, which is faster. `depth`\n"
             "is the most guesses that the strategy found needs. `left` is the number of guesses left,\n"
             "from 2 to 30, or 99 for no limit. With `symmetric`, `part` must be all that `history`, the\n"
             "guesses so far, has left. The search stops after `steps` steps, or when the callback, which\n"
             "gets the result so far, returns true.");

static PyObject *search_solve_method(SearchObject *self, PyObject *args)
{
    Py_buffer buffers[2] = {{0}, {0}}, *part = &buffers[0], *history = &buffers[1];
    int symmetric, left, value_only;
    long long budget, steps;
    PyObject *callback, *result = NULL;
    Search *search = &self->search;
    const Space *space = &search->space;
    if (!PyArg_ParseTuple(args, "y*y*pLiLpO", part, history, &symmetric, &budget, &left, &steps,
                          &value_only, &callback))
        return NULL;
    const int64_t n = part->len / (int64_t)sizeof(code_t);
    if (self->busy) {
        PyErr_SetString(PyExc_RuntimeError, "this search is in use: make one per thread");
        goto done;
    }
    if (n < 3 || n > space->codes || budget > INFINITE || left < 2 || (left > MAX_LEFT && left != UNLIMITED)) {
        PyErr_SetString(PyExc_ValueError, "a part needs at least three codes, two guesses and a finite budget");
        goto done;
    }
    const code_t *codes = part->buf;
    const int32_t *guesses = history->buf;
    for (int64_t i = 0; i < n; i++)
        if (codes[i] >= space->codes || (i && codes[i] <= codes[i - 1])) {
            PyErr_SetString(PyExc_ValueError, "the codes of a part must be code numbers in rising order");
            goto done;
        }
    for (int64_t i = 0; i < history->len / 4; i++)
        if (guesses[i] < 0 || guesses[i] >= space->guesses) {
            PyErr_SetString(PyExc_ValueError, "a history must consist of guess numbers");
            goto done;
        }
    search->symmetries[0].count = 0;
    if (symmetric && !(search->without & SYMMETRY))
        symmetries_all(&search->symmetries[0], space->pegs);
    for (int64_t i = 0; i < history->len / 4; i++)
        symmetries_fixing(&search->symmetries[0], space->rows + (size_t)guesses[i] * (size_t)space->pegs,
                          space->pegs, &search->symmetries[0]);
    search->max_steps = steps;
    self->callback = callback == Py_None ? NULL : callback;
    self->busy = true;
    self->thread = PyEval_SaveThread();
    Found found = search_solve(search, part->buf, (int)n, budget, left, value_only);
    PyEval_RestoreThread(self->thread);
    self->busy = false;
    if (search->out_of_memory)
        PyErr_NoMemory();
    else if (!PyErr_Occurred())
        result = Py_BuildValue("LLii", (long long)found.lower, (long long)found.upper, found.guess,
                               found.depth);
done:
    release(buffers, 2);
    return result;
}

PyDoc_STRVAR(ranks_doc, "ranks(part, ranks)\n--\n\n"
                        "Write twice the number of parts that each guess leaves, plus one if it is in the part.");

static PyObject *search_ranks(SearchObject *self, PyObject *args)
{
    Py_buffer buffers[2] = {{0}, {0}}, *part = &buffers[0], *ranks = &buffers[1];
    Search *search = &self->search;
    if (!PyArg_ParseTuple(args, "y*w*", part, ranks))
        return NULL;
    PyObject *result = NULL;
    const code_t *codes = part->buf;
    const int n = (int)(part->len / (Py_ssize_t)sizeof *codes);
    bool right = n > 0;
    for (int i = 0; i < n; i++)
        right = right && codes[i] < search->space.codes;
    if (!right)
        PyErr_SetString(PyExc_ValueError, "a part consists of code numbers");
    else if (holds(ranks, "ranks", search->space.guesses, 1)) {
        ranks_find(&search->space, codes, n, search->consistent, !(search->without & SHUFFLE), ranks->buf);
        result = Py_NewRef(Py_None);
    }
    release(buffers, 2);
    return result;
}

static PyMethodDef search_methods[] = {
    {"ranks", (PyCFunction)search_ranks, METH_VARARGS, ranks_doc},
    {"solve", (PyCFunction)search_solve_method, METH_VARARGS, solve_doc},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot search_slots[] = {
    {Py_tp_doc, (void *)search_doc},
    {Py_tp_new, search_new},
    {Py_tp_dealloc, search_dealloc},
    {Py_tp_methods, search_methods},
    {0, NULL},
};

static PyType_Spec search_spec = {
    .name = "codepegs.engine._kernel.Search",
    .basicsize = sizeof(SearchObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = search_slots,
};

/* ---- the module ---- */

static int module_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &search_spec, NULL);
    if (type == NULL)
        return -1;
    int done = PyModule_AddObjectRef(module, "Search", type);
    Py_DECREF(type);
    return done;
}

static PyMethodDef functions[] = {
    {"mark", mark, METH_VARARGS, mark_doc},
    {"split", split, METH_VARARGS, split_doc},
    {"judge", judge, METH_VARARGS, judge_doc},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL},
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_kernel",
    .m_doc = "Fast C versions of parts of the engine.",
    .m_methods = functions,
    .m_slots = module_slots,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&definition);
}
