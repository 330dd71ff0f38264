import { expect, test } from "vitest";
import { type Sight, Sightings } from "./sightings.ts";

const bars = (text: string): Sight => ({ text, isSquare: false });
const square = (text: string): Sight => ({ text, isSquare: true });

test.each<[string, readonly (readonly [Sight | null, number])[], readonly string[]]>([
  [
    "bars count when two pictures agree, and one misread picture is nothing",
    [
      [bars("a"), 0],
      [bars("b"), 50],
      [bars("a"), 100],
      [bars("a"), 150],
    ],
    ["a"],
  ],
  ["a square code counts at once", [[square("row"), 0]], ["row"]],
  [
    "what stays in the picture counts once, however long, also where a picture of it fails",
    [
      [square("row"), 0],
      [square("row"), 600],
      [null, 900],
      [square("row"), 1200],
      [square("row"), 1800],
    ],
    ["row"],
  ],
  [
    "what was out of the picture for a while counts anew",
    [
      [bars("a"), 0],
      [bars("a"), 50],
      [null, 100],
      [bars("a"), 800],
      [bars("a"), 850],
    ],
    ["a", "a"],
  ],
  [
    "another code counts beside it at once",
    [
      [square("one"), 0],
      [square("two"), 50],
      [square("one"), 100],
    ],
    ["one", "two"],
  ],
])("%s", (_, pictures, expected) => {
  const sightings = new Sightings();
  expect(pictures.flatMap(([sight, at]) => sightings.note(sight, at) ?? [])).toEqual(expected);
});
