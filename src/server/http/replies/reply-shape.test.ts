import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { all } from "#contract/all.ts";
import { definitionOf } from "#contract/schema-walk.ts";
import { forCustomerUsers } from "#contract/schemas/audience.ts";
import { fc } from "#test/support/random.ts";
import { extentOf } from "#test/support/tiers.ts";
import { replyShape } from "./reply-shape.ts";

/** Values that a schema takes, with fields that it does not know. */
function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const def = definitionOf(schema);
  if (def.type === "object") {
    const known = Object.entries(def.shape).map(([name, field]) => [name, valuesOf(field)] as const);
    return fc.record({ ...Object.fromEntries(known), unknown_column: fc.string(), password_hash: fc.string() });
  }
  if (def.type === "array") return fc.array(valuesOf(def.element), { maxLength: 3 });
  if (def.type === "tuple") {
    const rest = def.rest ? fc.array(valuesOf(def.rest), { maxLength: 2 }) : fc.constant([]);
    return fc.tuple(fc.tuple(...def.items.map((item) => valuesOf(item))), rest).map((parts) => parts.flat());
  }
  if (def.type === "optional") return fc.option(valuesOf(def.innerType), { nil: undefined });
  if (def.type === "nullable") return fc.option(valuesOf(def.innerType), { nil: null });
  if (def.type === "union") return fc.oneof(...def.options.map(valuesOf));
  if (def.type === "pipe") return valuesOf(def.in);
  if (def.type === "enum") return fc.constantFrom(...Object.values(def.entries));
  if (def.type === "literal") return fc.constantFrom(...def.values);
  if (def.type === "boolean") return fc.boolean();
  if (def.type === "number") {
    return fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer()).filter((value) => z.safeParse(schema, value).success);
  }
  if (def.type === "string") {
    const texts = [
      fc.string(),
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString()),
    ];
    const days = fc.constantFrom(
      "2026-11-22",
      "2024-02-29",
      "2026-11",
      "09:30",
      "12.50",
      "0",
      "1,2,5",
      "a@example.com",
      "M",
    );
    return fc.oneof(...texts, days, fc.constant(cursor), fc.uuid()).filter((text) => z.safeParse(schema, text).success);
  }
  return fc.anything().filter((value) => z.safeParse(schema, value).success);
}

/** Cursor of a pack: no randomly generated text looks like it. */
const cursor = `0a1b2c3d-17-${"0f".repeat(20)}`;

const replies = Object.entries(all).flatMap(([name, { reply }]) =>
  typeof reply === "object" && reply !== null ? [[name, reply] as const] : [],
);

describe("what the contract lets out of a call", () => {
  test.each(replies)("%s, is byte for byte what its schema lets out, to staff and to everybody else", (_, reply) => {
    for (const schema of [reply, forCustomerUsers(reply)]) {
      const shape = replyShape(schema);
      fc.assert(
        fc.property(valuesOf(reply), (value) => {
          expect(JSON.stringify(shape(value))).toBe(JSON.stringify(z.parse(schema, value)));
        }),
        { numRuns: extentOf(30, 5) },
      );
    }
  });

  const strays = [undefined, null, "x", "", -1, 1.5, Number.NaN, 2 ** 60, true, [], {}, [null], new Date(0)];

  /** Messages of a shape, or of `parse` where the shape leaves the value to that. */
  const stranger = /A reply has|"code": "/;

  test.each(replies)("%s, is nothing where a field is of another kind than its schema says", (_, reply) => {
    const shape = replyShape(reply);
    const fields = definitionOf(reply);
    if (fields.type !== "object") {
      expect(() => shape("no list")).toThrow(stranger);
      return;
    }
    expect(Object.keys(fields.shape)).not.toEqual([]);
    fc.assert(
      fc.property(
        valuesOf(reply),
        fc.constantFrom(...Object.keys(fields.shape)),
        fc.constantFrom(...strays),
        (value, name, stray) => {
          const changed = { ...(value as object), [name]: stray };
          const parsed = z.safeParse(reply, changed);
          if (parsed.success) expect(JSON.stringify(shape(changed))).toBe(JSON.stringify(parsed.data));
          else if (!isUnheardOf(fields.shape[name] ?? reply, stray)) expect(() => shape(changed)).toThrow(stranger);
        },
      ),
      { numRuns: extentOf(50, 10) },
    );
  });
});

/** An instant is a text here: it is written by the database, in one form. */
function isUnheardOf(schema: z.core.$ZodType, stray: unknown): boolean {
  const def = definitionOf(schema);
  if (def.type === "nullable" || def.type === "optional") return isUnheardOf(def.innerType, stray);
  return typeof stray === "string" && def.type === "string" && "format" in def && def.format === "datetime";
}
