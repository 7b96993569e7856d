// The board of each kind, by name.

import { BlocksBoard } from "./blocks.js";
import { SokobanBoard } from "./sokoban.js";
import { TilesBoard } from "./tiles.js";
import { TokensBoard } from "./tokens.js";

const BOARDS = { tiles: TilesBoard, tokens: TokensBoard, blocks: BlocksBoard, sokoban: SokobanBoard };

/** The board of an item of POST /puzzles. */
export function boardOf(item) {
  return new BOARDS[item.puzzle.kind](item);
}
