import { expect, test } from "vitest";
import { csvLine, safeText, unsafeText } from "./csv.ts";

test("a cell ends at a semicolon, a quote and a line break only where it is meant to", () => {
  expect(csvLine(["Müller", "a;b", 'sagt "nein"', "eins\nzwei", ""])).toBe(
    'Müller;"a;b";"sagt ""nein""";"eins\nzwei";\r\n',
  );
});

test.each(["=1+1", "+49 421", "-1", "@SUM(A1)", "\t=1", "\r=1"])("%j is a text and no formula", (text) => {
  expect(csvLine([text])).toContain(`'${text}`);
});

test.each(["=2+5", "'=2+5", "''-1", "+49 421", "@x", "'", "'s", "O'Hara", "", "'t Hooft"])(
  "%j is the same text again when it is read back",
  (text) => expect(unsafeText(safeText(text))).toBe(text),
);
