/* Textbook IDA* on the 15-puzzle (Korf, 1985) with Manhattan distance, as anyone would write it in an afternoon: the unit
 * in which bench/headline.py measures, so that figures of different machines can be compared.
 *
 * Reads boards from standard input, sixteen numbers each, with the goal 1 ... 15 0. Prints the length of a shortest plan
 * and the generated nodes of each board, counted as budge counts them.
 */
#include <stdio.h>
#include <stdlib.h>

static int board[16], change[16][16][16]; /* of Manhattan distance: a tile moves from a cell to another */
static int beside[16][4], count[16];
static long generated;

static int descend(int blank, int before, int g, int h, int bound, int *next) {
    for (int i = 0; i < count[blank]; i++) {
        int cell = beside[blank][i];
        if (cell == before) continue;
        int tile = board[cell], after = h + change[tile][cell][blank];
        generated++;
        if (after == 0) return g + 1;
        if (g + 1 + after > bound) {
            if (g + 1 + after < *next) *next = g + 1 + after;
            continue;
        }
        board[blank] = tile, board[cell] = 0;
        int found = descend(cell, blank, g + 1, after, bound, next);
        board[cell] = tile, board[blank] = 0;
        if (found) return found;
    }
    return 0;
}

static int distance(int tile, int cell) {
    return abs((tile - 1) / 4 - cell / 4) + abs((tile - 1) % 4 - cell % 4);
}

int main(void) {
    for (int cell = 0; cell < 16; cell++) { /* the blank goes up, left, right, down, as in Korf's program */
        if (cell >= 4) beside[cell][count[cell]++] = cell - 4;
        if (cell % 4) beside[cell][count[cell]++] = cell - 1;
        if (cell % 4 < 3) beside[cell][count[cell]++] = cell + 1;
        if (cell < 12) beside[cell][count[cell]++] = cell + 4;
        for (int tile = 1; tile < 16; tile++)
            for (int other = 0; other < 16; other++)
                change[tile][cell][other] = distance(tile, other) - distance(tile, cell);
    }
    for (;;) {
        int h = 0, blank = 0, found = 0;
        for (int cell = 0; cell < 16; cell++) {
            if (scanf("%d", &board[cell]) != 1) return 0;
            if (board[cell]) h += distance(board[cell], cell);
            else blank = cell;
        }
        generated = 1; /* the start */
        for (int bound = h, next; h && !found; bound = next) {
            next = 1 << 30;
            found = descend(blank, -1, 0, h, bound, &next);
        }
        printf("%d %ld\n", found, generated);
    }
}
