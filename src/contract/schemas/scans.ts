import * as z from "zod/mini";
import { BoxState } from "#rules/box-state.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { maxHeight, maxPart } from "#rules/positions.ts";
import { refusalCodes } from "#rules/texts/refusals.ts";
import type { Shapes } from "#contract/route.ts";
import { nameLength, textLength, maxOperations } from "#contract/limits.ts";
import { integer } from "#contract/fields/numbers.ts";
import { filledText, text } from "#contract/fields/texts.ts";
import { staff } from "./audience.ts";
import { count, id } from "./shapes.ts";

export const scanId = z.uuid();
const code = text(nameLength);
const reason = text(textLength);
/** Either the code of a box or the id of a content. */
const thing = { code: z.optional(code), content: z.optional(id) };
const oneThing = z.refine<{ code?: string | undefined; content?: number | undefined }>(
  (scan) => (scan.code === undefined) !== (scan.content === undefined),
  { path: ["code"], error: invalid.required },
);

const Store = z.object({
  id: scanId,
  kind: z.literal("store"),
  code,
  row: id,
  part: integer(1, maxPart),
  height: integer(1, maxHeight),
  move: z._default(z.boolean(), false),
});
const Release = z.object({ id: scanId, kind: z.literal("release"), code, text: z._default(reason, "") });
const Receive = z.object({ id: scanId, kind: z.literal("receive"), ...thing }).check(oneThing);
/** Fetched from its place, for a delivery. */
const Pick = z.object({ id: scanId, kind: z.literal("pick"), delivery: id, ...thing }).check(oneThing);
/** Not found: with `delivery` a line of it; its reason stays on record. */
const Missing = z
  .object({
    id: scanId,
    kind: z.literal("missing"),
    delivery: z.optional(id),
    ...thing,
    text: filledText(textLength),
  })
  .check(oneThing);

/** Takes the storing of an own scan back, as long as nobody has changed the box since. */
const Undo = z.object({ id: scanId, kind: z.literal("undo"), of: scanId });

/** One scan of a worker (product 7). The id makes it safe to send twice. */
export const Operation = z.discriminatedUnion("kind", [Store, Pick, Release, Receive, Missing, Undo]);
export type Operation = z.infer<typeof Operation>;

/** What stands where an operation should: it is refused alone, and the others are carried out. */
export class Malformed {
  readonly given: unknown;
  constructor(given: unknown) {
    this.given = given;
  }
}
/** Nobody may mean to send it, hence `never`. */
const AnythingElse = z.pipe(
  z.custom<never>(),
  z.transform((given: never) => new Malformed(given)),
);

export const OperationResult = z.object({
  id: z.string(),
  status: z.enum(["done", "refused"]),
  state: z.nullable(count),
  /** Null when done, and where it was refused before refusals had names. */
  code: z.nullable(z.enum(refusalCodes)),
  message: z.nullable(z.string()),
});
export type OperationResult = z.infer<typeof OperationResult>;

export const scan = {
  status: 200,
  summary: "Scans in order, each checked and carried out for itself; a known id answers as it did and changes nothing",
  body: z.object({
    operations: z.array(z.union([Operation, AnythingElse])).check(z.minLength(1), z.maxLength(maxOperations)),
  }),
  reply: z.object({ results: z.array(OperationResult) }),
} satisfies Shapes;

export const resolveScan = {
  summary: "What a scanned or typed text is: a box, a row, or unknown; places only for staff",
  query: z.object({ code: text(nameLength) }),
  reply: z.object({
    kind: z.enum(["box", "row", "unknown"]),
    box: z.optional(
      z.object({
        id,
        code: z.string(),
        state: z.enum(BoxState),
        owner: z.object({ id, code: count, name: z.string() }),
        place: staff(z.nullable(z.string())),
      }),
    ),
    row: staff(z.object({ id, number: count, area: z.object({ id, name: z.string() }) })),
  }),
} satisfies Shapes;
