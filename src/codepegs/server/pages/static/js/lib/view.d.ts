// The view of a table as the server sends it, made from codepegs.protocol.view by cog (scripts/check --fix).
/* [[[cog
import json

import cog
import msgspec

from codepegs.protocol.view import View

NAMES = {"integer": "number"}


def typed(schema):
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(map(typed, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "prefixItems" in schema:
        return f"[{', '.join(map(typed, schema['prefixItems']))}]"
    if schema["type"] == "array":
        return f"{typed(schema['items'])}[]"
    return NAMES.get(schema["type"], schema["type"])


for name, schema in msgspec.json.schema(View)["$defs"].items():
    cog.outl(f"export interface {name} {{")
    for field, kind in schema["properties"].items():
        cog.outl(f"  {field}: {typed(kind)};")
    cog.outl("}")
]]] */
export interface View {
  id: string;
  version: number;
  moves: number;
  terms: Terms;
  players: [Seated, Seated];
  you: 0 | 1 | null;
  phase: "answering" | "guessing" | "over" | "setting" | "waiting";
  turn: 0 | 1 | null;
  status: string;
  legal: string[];
  game: Game | null;
  past: Game[];
  points: [number, number];
  score_pegs: [ScorePeg, ScorePeg] | null;
  outcome: Outcome | null;
  offers: Offered[];
  rematch: string | null;
  clock: Timing;
  told: string[];
  agreed: string[];
}
export interface Terms {
  edition: string;
  slug: string;
  title: string;
  pegs: number;
  colours: Colour[];
  colour_word: string;
  blanks: boolean;
  code_repeats: boolean;
  guess_repeats: boolean;
  rows: number;
  scoring: string;
  least_wins: boolean;
  bonus: number;
  award: number;
  even: boolean;
  answers: string;
  games: number;
  hints: boolean;
  solo: boolean;
  friendly: boolean;
  shared: boolean;
  offline: boolean;
  daily: string | null;
  codemaker_time: number | null;
  keys: Keys;
  codemaker: string;
  codebreaker: string;
  score_keeping: string;
}
export interface Colour {
  letter: string;
  name: string;
  fill: string;
  ink: string;
}
export interface Keys {
  style: string;
  black: KeyPeg;
  white: KeyPeg;
}
export interface KeyPeg {
  name: string;
  plural: string;
  paint: string;
}
export interface Seated {
  name: string | null;
  computer: string | null;
  seated: boolean;
}
export interface Game {
  number: number;
  replay: number;
  codemaker: 0 | 1;
  rows: Row[];
  code: string | null;
  commitment: string | null;
  salt: string | null;
  ending: string | null;
  ended: string[];
  given_up: boolean;
  reviewable: boolean;
  proof: Proof | null;
  points: [number, number];
  hints: number[];
  hints_left: number[];
  hints_allowed: boolean;
  time_limit: number | null;
}
export interface Row {
  guess: string | null;
  feedback: string | null;
}
export interface Proof {
  rows: number[];
  answers: Wrong[];
}
export interface Wrong {
  row: number;
  given: string;
  true: string;
}
export interface ScorePeg {
  paint: string;
  hole: number;
}
export interface Outcome {
  winner: 0 | 1 | null;
  abandoned_by: 0 | 1 | null;
  stopped: boolean;
  cracked_in: number | null;
}
export interface Offered {
  by: 0 | 1;
  offer: string;
}
export interface Timing {
  limit: number | null;
  left: number | null;
}
// [[[end]]]
