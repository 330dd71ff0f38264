import * as z from "zod/mini";
import { expect, test } from "vitest";
import { staff } from "#contract/schemas/audience.ts";
import type { FullRoute } from "#contract/route.ts";
import type { Scope } from "#server/database/scope.ts";
import { parseSelection } from "#server/http/parsing/selection.ts";
import { readyAnswer, shapesOf } from "./ready-answer.ts";

const boss = { isStaff: true } as unknown as Scope;
const customerUser = { isStaff: false } as unknown as Scope;
const entry = z.object({ id: z.number(), name: z.string(), note: staff(z.string()) });
const page = z.object({ count: z.number(), count_pages: z.number(), results: z.array(entry) });
const box = { id: 1, name: "A", note: "inside", secret: "x" };

type Replying = Pick<FullRoute, "reply" | "method" | "status">;

/** The answer of a call to a result: its status, and what its body says. */
function answerOf(
  route: Replying,
  result: unknown,
  { scope = boss, selected = "" }: { readonly scope?: Scope | null; readonly selected?: string } = {},
) {
  const ready = readyAnswer({ route, shapes: shapesOf(route) }, scope, selected ? parseSelection(selected) : null);
  const { status, body } = ready(result);
  return [status, body === null ? null : (JSON.parse(body) as unknown)];
}

test("what is made answers 201, what is read or changed 200 and what says nothing 204, unless the contract says otherwise", () => {
  const { note, id, name } = box;
  expect(answerOf({ method: "POST", reply: entry }, box)).toEqual([201, { id, name, note }]);
  expect(answerOf({ method: "PATCH", reply: entry }, box)).toEqual([200, { id, name, note }]);
  expect(answerOf({ method: "POST", reply: entry, status: 200 }, box)[0]).toBe(200);
  expect(answerOf({ method: "DELETE", reply: null }, box)).toEqual([204, null]);
});

test("nobody but staff is answered what is for staff, also where nobody is known", () => {
  for (const scope of [customerUser, null])
    expect(answerOf({ method: "GET", reply: entry }, box, { scope })[1]).toEqual({ id: 1, name: "A" });
});

test("a selection of a list chooses of its entries and leaves their count, and what is for staff stays theirs", () => {
  const list = { count: 1, count_pages: 1, results: [box] };
  const selected = "{name,note}";
  expect(answerOf({ method: "GET", reply: page }, list, { selected })[1]).toEqual({
    count: 1,
    count_pages: 1,
    results: [{ name: "A", note: "inside" }],
  });
  expect(answerOf({ method: "GET", reply: page }, list, { selected, scope: customerUser })[1]).toEqual({
    count: 1,
    count_pages: 1,
    results: [{ name: "A" }],
  });
});
