import { expect, test } from "vitest";
import { type Sight, Sightings, sightsIn } from "./sightings.ts";

const bars = (text: string, off = 0): Sight => ({ text, isSquare: false, off });
const square = (text: string, off = 0): Sight => ({ text, isSquare: true, off });
/** Looks for so long at the same picture, ten times a second. */
const looks = (from: number, to: number, ...sights: Sight[]) =>
  Array.from({ length: (to - from) / 100 }, (_, index) => [sights, from + index * 100] as const);

test.each<[string, readonly (readonly [Sight | readonly Sight[] | null, number])[], readonly string[]]>([
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
      [null, 200],
      [bars("a"), 800],
      [bars("a"), 850],
    ],
    ["a", "a"],
  ],
  [
    "what stays before a slow device counts once, whose pictures come a second apart, also where one of them fails",
    [
      [bars("a"), 0],
      [bars("a"), 1000],
      [bars("a"), 2000],
      [null, 3000],
      [bars("a"), 4000],
      [bars("a"), 5000],
    ],
    ["a"],
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
  [
    "of two codes in the picture the one in the middle counts, and the other when it comes there; both stay in the picture and count once",
    [
      ...looks(0, 2000, bars("a", 10), bars("b", 200)),
      ...looks(2000, 4000, bars("a", 200), bars("b", 10)),
      ...looks(4000, 6000, bars("a", 10), bars("b", 200)),
    ],
    ["a", "b"],
  ],
  ["a code beside the middle counts where it is alone", looks(0, 1000, bars("a", 200)), ["a"]],
  [
    "between two labels a hand that trembles means neither, bars and squares alike",
    Array.from({ length: 40 }, (_, at) => {
      const shift = at % 4 < 2 ? 20 : -20;
      return [[bars("a", 100 + shift), square("b", 100 - shift)], at * 100] as const;
    }),
    [],
  ],
  [
    "what went to the edge and out of the picture counts anew",
    [
      ...looks(0, 500, bars("a", 10), bars("b", 200)),
      ...looks(500, 1500, bars("b", 10)),
      ...looks(1500, 2000, bars("a", 10), bars("b", 200)),
    ],
    ["a", "b", "a"],
  ],
])("%s", (_, pictures, expected) => {
  const sightings = new Sightings();
  const read = pictures.flatMap(([sights, at]) => sightings.note([sights ?? []].flat(), at) ?? []);
  expect(read).toEqual(expected);
});

test("a label is where its bars are, however many strips of it are found", () => {
  const strip = (text: string, x: number, y: number) => ({
    text,
    isSquare: false,
    corners: [x, x + 60].flatMap((at) => [
      { x: at, y },
      { x: at, y: y + 2 },
    ]),
  });
  const found = [strip("a", 70, 20), strip("b", 170, 49), strip("a", 70, 78)];
  expect(sightsIn(found, { width: 200, height: 100 })).toEqual([
    { text: "a", isSquare: false, off: 0 },
    { text: "b", isSquare: false, off: 100 },
  ]);
});
