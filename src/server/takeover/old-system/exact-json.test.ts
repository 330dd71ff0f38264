import { expect, test } from "vitest";
import { fc } from "#test/support/random.ts";
import { exactList, inOneLine } from "./exact-json.ts";

test("entries of a page stay as they stand in the answer", () => {
  const text =
    ' {"next": null, "results":[ {"id": 1, "price": 1.50, "a": [1, {"b": "]}\\""}]} ,{"id":12345678901234567890}], "count": "2"}';
  expect(exactList(text)).toEqual({
    entries: ['{"id": 1, "price": 1.50, "a": [1, {"b": "]}\\""}]}', '{"id":12345678901234567890}'],
    count: 2,
    bare: false,
    fields: ["next", "results", "count"],
  });
});

test("`results` within something else is no list", () => {
  expect(exactList('{"a": {"results": [1]}, "b": "\\"results\\": [2]", "results": [3]}')?.entries).toEqual(["3"]);
  expect(exactList('{"a": {"results": [1]}}')).toBeNull();
  expect(exactList('{"results": {"id": 1}}')).toBeNull();
  expect(exactList('"results"')).toBeNull();
});

test("what is no JSON is refused", () => {
  for (const wrong of ["", "<html>", '{"results": [}', "[1,]"]) expect(() => exactList(wrong)).toThrow(SyntaxError);
});

test("any list comes out as it was put in, however it is set", () => {
  const spaces = fc.constantFrom(undefined, 1, 4, "\t");
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), spaces, fc.boolean(), (list, space, isBare) => {
      const text = JSON.stringify(isBare ? list : { count: list.length, results: list }, null, space);
      const { entries = [] } = exactList(text) ?? {};
      expect(entries.map((entry) => JSON.parse(entry) as unknown)).toEqual(JSON.parse(JSON.stringify(list)));
      for (const entry of entries) {
        expect(text).toContain(entry);
        expect(inOneLine(entry)).not.toMatch(/[\r\n]/);
        expect(JSON.parse(inOneLine(entry))).toEqual(JSON.parse(entry));
      }
    }),
  );
});
