/* A checker for certificates in the format of docs/certificates.md, in standard C. Prints what the file
 * proves, or exits with 1. Usage: cc -O2 -o check check.c && ./check FILE */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PEGS = 6, MAX_COLOURS = 26, MAX_ANSWERS = 32, MAX_ROWS = 60000, MAX_DEPTH = 100 };
enum { MAX_NUMBER = 999999999, MAX_SIZE = 1 << 28 };

typedef uint16_t Code; /* the number of a code */

static const char *text; /* what is left to read */
static int pegs, colours, code_count, guess_count, win; /* `win` is the number of the winning answer */
static uint8_t (*rows)[MAX_PEGS];                        /* the colours of each guess */
static uint8_t **answers;                                /* [code][guess] */

static void refuse(const char *reason)
{
    fprintf(stderr, "%s\n", reason);
    exit(1);
}

static void *get_memory(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (memory == NULL)
        refuse("out of memory");
    return memory;
}

static bool has_repeats(const uint8_t *row)
{
    for (int i = 0; i < pegs; i++)
        for (int j = 0; j < i; j++)
            if (row[i] == row[j])
                return true;
    return false;
}

static int answer_to(const uint8_t *guess, const uint8_t *code)
{
    int black = 0, both = 0, number = 0, in_guess[MAX_COLOURS] = {0}, in_code[MAX_COLOURS] = {0};
    for (int i = 0; i < pegs; i++) {
        black += guess[i] == code[i];
        in_guess[guess[i]]++;
        in_code[code[i]]++;
    }
    for (int colour = 0; colour < colours; colour++)
        both += in_guess[colour] < in_code[colour] ? in_guess[colour] : in_code[colour];
    for (int less = 0; less < black; less++)
        number += pegs - less + 1; /* so many answers have `less` black */
    /* One of them does not exist: one white and all others black. */
    return number + both - black - (black == pegs);
}

/* Writes the digits of a number to `row`, the last one last. */
static void spell(long number, int base, uint8_t *row)
{
    for (int i = pegs - 1; i >= 0; i--, number /= base)
        row[i] = (uint8_t)(number % base);
}

static void make_board(bool code_repeats, bool guess_repeats)
{
    long all = 1;
    for (int i = 0; i < pegs; i++)
        all *= colours;
    if (all > MAX_ROWS || (code_repeats && !guess_repeats) || (!code_repeats && colours < pegs))
        refuse("the board has no codes, or too many, or some that are not allowed as guesses");
    rows = get_memory((size_t)all, sizeof *rows);
    int *codes = get_memory((size_t)all, sizeof *codes);
    for (long number = 0; number < all; number++) {
        uint8_t *row = rows[guess_count];
        spell(number, colours, row);
        const bool repeats = has_repeats(row);
        if (!repeats || code_repeats)
            codes[code_count++] = guess_count;
        guess_count += !repeats || guess_repeats;
    }
    win = answer_to(rows[0], rows[0]);
    answers = get_memory((size_t)code_count, sizeof *answers);
    for (int code = 0; code < code_count; code++) {
        answers[code] = get_memory((size_t)guess_count, 1);
        for (int guess = 0; guess < guess_count; guess++)
            answers[code][guess] = (uint8_t)answer_to(rows[guess], rows[codes[code]]);
    }
    free(codes);
}

/* Writes the codes of a part that get an answer to `left`, and returns how many they are. */
static int leave(const Code *part, int n, int guess, int answer, Code *left)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        if (answers[part[i]][guess] == answer)
            left[count++] = part[i];
    return count;
}

/* Reads the tree of a part, and returns how many guesses its codes take together. */
static long play(const Code *part, int n, int depth)
{
    if (n <= 2)
        return n == 2 ? 3 : n;
    while (*text == ' ' || *text == '\n')
        text++;
    uint8_t row[MAX_PEGS] = {0};
    int letters = 0, guess = 0;
    for (; letters < pegs && *text >= 'A' && *text <= 'Z'; letters++)
        row[letters] = (uint8_t)(*text++ - 'A');
    while (guess < guess_count && memcmp(rows[guess], row, sizeof row) != 0)
        guess++;
    if (guess == guess_count || letters < pegs || (*text != ' ' && *text != '\n') || depth > MAX_DEPTH)
        refuse("the tree needs a guess here, or is too deep");
    Code *left = get_memory((size_t)n, sizeof *left);
    long total = n;
    for (int answer = 0; answer < win; answer++)
        total += play(left, leave(part, n, guess, answer, left), depth + 1);
    free(left);
    return total;
}

typedef struct Proved {
    struct Proved *next; /* with the same hash */
    long least;          /* the highest bound that was proved */
    int n;
    Code part[];
} Proved;

static Proved *proved[1 << 20];

static Proved *find_proved(const Code *part, int n)
{
    uint64_t hash = 0;
    for (int i = 0; i < n; i++)
        hash = (hash + part[i] + 1) * UINT64_C(0x9e3779b97f4a7c15) ^ hash >> 29;
    Proved **first = &proved[hash >> 44], *found = *first;
    while (found != NULL && (found->n != n || memcmp(found->part, part, (size_t)n * sizeof *part) != 0))
        found = found->next;
    if (found == NULL) {
        found = get_memory(1, sizeof *found + (size_t)n * sizeof *part);
        found->n = n;
        memcpy(found->part, part, (size_t)n * sizeof *part);
        found->next = *first;
        *first = found;
    }
    return found;
}

/* Maps a colour to another one; false if one of the two has another partner. */
static bool map_colour(int *to, int *from, int colour, int image)
{
    if (to[colour] < 0 && from[image] < 0) {
        to[colour] = image;
        from[image] = colour;
    }
    return to[colour] == image;
}

/* Whether a symmetry keeps the guesses made and maps `guess` to an earlier one. */
static bool has_image_before(int guess, const int *made, int made_count)
{
    long orders = 1;
    for (int i = 0; i < pegs; i++)
        orders *= pegs;
    for (long number = 0; number < orders; number++) {
        uint8_t order[MAX_PEGS];
        spell(number, pegs, order);
        int to[MAX_COLOURS], from[MAX_COLOURS], difference = 0;
        memset(to, -1, sizeof to);
        memset(from, -1, sizeof from);
        bool keeps = !has_repeats(order);
        for (int k = 0; keeps && k < made_count; k++)
            for (int i = 0; i < pegs; i++)
                keeps = keeps && map_colour(to, from, rows[made[k]][order[i]], rows[made[k]][i]);
        for (int i = 0; keeps && difference == 0 && i < pegs; i++) {
            const int colour = rows[guess][order[i]];
            for (int image = 0; to[colour] < 0; image++) /* the lowest that is free */
                map_colour(to, from, colour, image);
            difference = to[colour] - rows[guess][i];
        }
        if (difference < 0)
            return true;
    }
    return false;
}

/* Reads the proof that a part costs `least`. */
static void prove(const Code *part, int n, long least, int *made, int made_count)
{
    Proved *known = find_proved(part, n);
    if (known->least >= least)
        return;
    Code(*all_sizes)[MAX_ANSWERS] = get_memory((size_t)guess_count, sizeof *all_sizes);
    for (int i = 0; i < n; i++)
        for (int guess = 0; guess < guess_count; guess++)
            all_sizes[guess][answers[part[i]][guess]]++;
    int most = 1; /* different answers to a guess, without the winning one */
    for (int guess = 0, count = 0; guess < guess_count; guess++, count = 0)
        for (int answer = 0; answer < win; answer++)
            if (all_sizes[guess][answer] > 0 && ++count > most)
                most = count;
    long *counting = get_memory((size_t)n + 1, sizeof *counting);
    for (long k = 1, depth = 1, room = 1, left = 1; k <= n; k++, left--) {
        if (left == 0) {
            depth++;
            left = room = room > n ? room : room * most;
        }
        counting[k] = counting[k - 1] + depth;
    }
    Code *left = get_memory((size_t)n, sizeof *left);
    /* For each open guess, a number for each code: the same for two if they get the same answer. */
    uint8_t *labels = get_memory((size_t)guess_count, (size_t)n), *label = labels;
    for (int guess = 0; guess < guess_count; guess++) {
        Code *sizes = all_sizes[guess];
        long cost = n;
        for (int answer = 0; answer < win; answer++)
            cost += sizes[answer] == n ? least : counting[sizes[answer]]; /* one answer for all tells nothing */
        if (cost >= least)
            continue;
        uint8_t names[MAX_ANSWERS] = {0}, named = 0;
        for (int i = 0; i < n; i++) {
            const int answer = answers[part[i]][guess];
            if (answer != win && names[answer] == 0)
                names[answer] = ++named;
            label[i] = names[answer];
        }
        bool same = false;
        for (const uint8_t *other = labels; other < label && !same; other += n)
            same = memcmp(other, label, (size_t)n) == 0;
        if (same || (made_count <= 2 && has_image_before(guess, made, made_count)))
            continue;
        label += n;
        made[made_count] = guess;
        while (cost < least) {
            while (*text == '\n')
                text++;
            const int answer = *text - 'a';
            if (answer < 0 || answer >= win || sizes[answer] == 0)
                refuse("the refutation needs an answer here that leaves codes");
            const size_t digits = strspn(++text, "0123456789");
            const long more = digits ? strtol(text, NULL, 10) : 1;
            if (digits && (*text == '0' || more == 1 || digits > 9))
                refuse("the refutation needs a number from 2 here, or none");
            if ((cost += more) > least)
                refuse("the refutation needs a lower number here");
            text += digits;
            leave(part, n, guess, answer, left);
            prove(left, sizes[answer], counting[sizes[answer]] + more, made, made_count + 1);
            sizes[answer] = 0; /* no answer counts twice */
        }
    }
    free(labels);
    free(left);
    free(counting);
    free(all_sizes);
    known->least = least;
}

#define HEADER(YES_OR_NO)                                                                                     \
    "codepegs certificate 1\nboard pegs=%d colours=%d code-repeats=" YES_OR_NO " guess-repeats=" YES_OR_NO    \
    "\ntotal %ld\ntree\n"

int main(int count, char **names)
{
    FILE *stream = count == 2 ? fopen(names[1], "rb") : NULL;
    char *content = get_memory(MAX_SIZE, 1), header[200], codes[4], guesses[4]; /* the content ends with a zero */
    const size_t size = stream == NULL ? 0 : fread(content, 1, MAX_SIZE, stream);
    if (size == 0 || size == MAX_SIZE)
        refuse("usage: check FILE");
    long total;
    if (sscanf(content, HEADER("%3[enosy]"), &pegs, &colours, codes, guesses, &total) != 5 || pegs < 1 ||
        pegs > MAX_PEGS || colours < 1 || colours > MAX_COLOURS || total < 1 || total > MAX_NUMBER)
        refuse("the head is not that of a certificate of version 1");
    const bool code_repeats = codes[0] == 'y', guess_repeats = guesses[0] == 'y';
    snprintf(header, sizeof header, HEADER("%s"), pegs, colours, code_repeats ? "yes" : "no",
             guess_repeats ? "yes" : "no", total);
    if (strncmp(content, header, strlen(header)) != 0)
        refuse("the head is not written as it should be");
    text = content + strlen(header);
    make_board(code_repeats, guess_repeats);
    Code *all = get_memory((size_t)code_count, sizeof *all);
    int *made = get_memory((size_t)code_count, sizeof *made);
    for (int code = 0; code < code_count; code++)
        all[code] = (Code)code;
    if (play(all, code_count, 1) != total)
        refuse("the tree needs another total");
    text += strspn(text, " \n");
    if (text[-1] != '\n' || strncmp(text, "refutation\n", 11) != 0)
        refuse("the tree is longer than it should be, or the refutation is missing");
    text += 11;
    prove(all, code_count, total, made, 0);
    text += strspn(text, "\n");
    if (text[-1] != '\n' || strcmp(text, "end\n") != 0 || text + 4 != content + size)
        refuse("the refutation is longer than it should be, or the end is missing");
    printf("%s: %ld guesses for %d codes: proved\n", names[1], total, code_count);
    return 0;
}
