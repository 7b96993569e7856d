// The editors of all kinds. A new kind needs a line here and one in board/index.js.
//
// An editor has one drawing and calls `changed()` when it changes.
//   static: kind · format (the default for saving) · difficulties (by name: request fields of the generator)
//   element, tools, help {pointer, keys} · blank(width, height) · load(puzzle, layout) · puzzle() · name
//   layout (for graphs) · size, minSide, maxSide, resize(width, height) (for grids, see grid.js; else size is null)

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

export const editorOf = (name) => EDITORS.find(({ kind }) => kind === name);
