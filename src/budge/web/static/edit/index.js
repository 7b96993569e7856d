// The editors of all kinds. A kind joins by a line here, and one in board/index.js.
//
// An editor is made with what to call when the drawing has changed, and holds one drawing.
//   static: kind · format (that it is usually saved in) · difficulties (what the generator is asked for, by word)
//   element, tools, help {pointer, keys} · blank(width, height) · load(puzzle, layout) · puzzle() · name
//   layout (where there is one)
//   size, leastSide, mostSide, resize(width, height) where the drawing has a width and a height (see grid.js); else size
//   is null

import { BlocksEditor } from "./blocks.js";
import { RobotsEditor } from "./robots.js";
import { SokobanEditor } from "./sokoban.js";
import { TilesEditor } from "./tiles.js";
import { TokensEditor } from "./tokens.js";

const EDITORS = [
  TilesEditor,
  TokensEditor,
  BlocksEditor,
  SokobanEditor,
  RobotsEditor,
];

export const KINDS = EDITORS.map(({ kind }) => kind);

export const editorOf = (wanted) => EDITORS.find(({ kind }) => kind === wanted);
