// The boards of all kinds, in the order of the page. A new kind needs a line here and one in edit/index.js.

import { BlocksBoard } from "./blocks.js";
import { RobotsBoard } from "./robots.js";
import { SokobanBoard } from "./sokoban.js";
import { TilesBoard } from "./tiles.js";
import { TokensBoard } from "./tokens.js";

const BOARDS = [
  TilesBoard,
  TokensBoard,
  BlocksBoard,
  SokobanBoard,
  RobotsBoard,
];

/** The headings of the kinds. */
export const TITLES = Object.fromEntries(BOARDS.map(({ kind, title }) => [kind, title]));

/** The board of an item of POST /puzzles. */
export function boardOf(item) {
  const Board = BOARDS.find(({ kind }) => kind === item.puzzle.kind);
  return new Board(item);
}
