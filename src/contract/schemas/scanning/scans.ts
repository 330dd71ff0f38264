import * as z from "zod/mini";
import { maxCustomerCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { maxBoxWeight } from "#rules/destruction/weight.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { maxHeight, maxPart } from "#rules/stock/positions.ts";
import { refusalCodes } from "#rules/texts/refusals.ts";
import type { Shapes } from "#contract/route.ts";
import { maxCountedPlaces, maxOperations, nameLength, textLength } from "#contract/limits.ts";
import { integer } from "#contract/fields/numbers.ts";
import { filledText, name, readText, text } from "#contract/fields/texts.ts";
import { ScannedPlace } from "#contract/schemas/stocktake/stocktakes.ts";
import { staff } from "#contract/schemas/audience.ts";
import { count, id, instant, listOf, selection } from "#contract/schemas/shapes.ts";

export const scanId = z.uuid();
const code = readText(nameLength);
const reason = text(textLength);
/** Either the code of a box or the id of a content. */
const thing = { code: z.optional(code), content: z.optional(id) };
const oneThing = z.refine<{ code?: string | undefined; content?: number | undefined }>(
  (scan) => (scan.code === undefined) !== (scan.content === undefined),
  { path: ["code"], error: invalid.required },
);

/** Instant of a device's clock, however wrong: the clock may believe that it is 1970, but no earlier. */
const deviceInstant = instant.check(z.refine((given) => Date.parse(given) >= 0, invalid.range));
const farthest = 9e12; // ms: clocks that are three hundred years apart
/**
 * Fields of every scan. A device that sends the scan later adds the time by its clock, its running number, and the box version that the worker saw.
 * None of these makes another scan of it.
 */
const own = {
  id: scanId,
  at: z.optional(deviceInstant),
  seq: z.optional(integer(0)),
  seen: z.optional(integer(0)),
  /** Time by which the server was ahead of the device's clock, in ms, as the device knew at the scan. */
  offset: z.optional(integer(-farthest, farthest)),
  /** By the server's clock, what the scan was not before. */
  after: z.optional(deviceInstant),
};
const place = { row: id, part: integer(1, maxPart), height: integer(1, maxHeight) };
const delivery = id;

const Store = z.object({
  ...own,
  kind: z.literal("store"),
  code,
  ...place,
  move: z._default(z.boolean(), false),
  /** Also a box that is ordered: it goes back on the shelf, and stays ordered. */
  anyway: z.optional(z.boolean()),
  /** The scan of the row that it was stored by. */
  of: z.optional(scanId),
});
/** Two boxes change places. */
const Swap = z.object({ ...own, kind: z.literal("swap"), code, with: code });
/** Every box of a row goes to the same place of another one; all of them or none. */
const MoveRow = z.object({ ...own, kind: z.literal("move_row"), row: id, to_row: id });
/** A new box, for a label that is there already; `customer` is the customer's code. */
const Create = z.object({ ...own, kind: z.literal("create"), customer: integer(0, maxCustomerCode), code });
const Release = z.object({ ...own, kind: z.literal("release"), code, text: z._default(reason, "") });
const Receive = z.object({ ...own, kind: z.literal("receive"), ...thing }).check(oneThing);
/** Fetched from its place, for a delivery. */
const Pick = z.object({ ...own, kind: z.literal("pick"), delivery, ...thing }).check(oneThing);
/** Not found: with `delivery` a line of it; its reason stays on record. */
const Missing = z
  .object({
    ...own,
    kind: z.literal("missing"),
    delivery: z.optional(delivery),
    ...thing,
    text: filledText(textLength),
  })
  .check(oneThing);
/** A picked box goes onto the vehicle. */
const Load = z.object({ ...own, kind: z.literal("load"), delivery, code });
/** It is taken off at the customer's, or comes back; until the delivery is handed over the last one counts. */
const Unload = z.object({ ...own, kind: z.literal("unload"), delivery, code, fate: z.enum(["delivered", "back"]) });
/** The delivery is completed: `name` took it over, `signature` is the `id` of a proof. */
const Handover = z.object({
  ...own,
  kind: z.literal("handover"),
  delivery,
  name,
  signature: z.optional(z.uuid()),
});

/** A box of a destruction batch is fetched from its shelf and stands ready for the shredder; `batch` is its number. */
const Stage = z.object({ ...own, kind: z.literal("stage"), batch: id, code });
/** At the shredder: a box of a destruction batch is destroyed now; `batch` is its number. */
const Shred = z.object({
  ...own,
  kind: z.literal("shred"),
  batch: id,
  code,
  weight_kg: z.optional(z.number().check(z.minimum(0.01), z.maximum(maxBoxWeight))),
});

/**
 * Places of a row as they are counted, in the order in which they were looked at; a place that is scanned again counts as it was scanned last.
 * `session` is the id of the stocktake; without it the one in which the caller counts this row, else a new one of this row alone, by its `mode`.
 * A row that is not begun yet is begun by it, `close` ends it.
 */
const Count = z.object({
  ...own,
  kind: z.literal("count"),
  session: z.optional(id),
  row: id,
  places: z._default(z.array(ScannedPlace).check(z.maxLength(maxCountedPlaces)), []),
  mode: z.optional(z.enum(["blind", "target"])),
  close: z.optional(z.boolean()),
});

/** Takes the storing of an own scan back, as long as nobody has changed the box since. */
const Undo = z.object({ ...own, kind: z.literal("undo"), of: scanId });

/** One scan of a worker (product 7). The id makes it safe to send twice. */
export const Operation = z.discriminatedUnion("kind", [
  Store,
  Swap,
  MoveRow,
  Create,
  Pick,
  Release,
  Receive,
  Missing,
  Load,
  Unload,
  Handover,
  Stage,
  Shred,
  Count,
  Undo,
]);
export type Operation = z.infer<typeof Operation>;

/** Placeholder for a malformed operation: it alone is refused, and the others are carried out. */
export class MalformedOperation {
  readonly given: unknown;
  constructor(given: unknown) {
    this.given = given;
  }
}
/** Nobody may mean to send it, hence `never`. */
const AnythingElse = z.pipe(
  z.custom<never>(),
  z.transform((given: never) => new MalformedOperation(given)),
);

/** A box as it is when the call ends; `version` is how long its history is, for `seen`. */
export const ScannedBox = z.object({
  code: z.string(),
  state: z.enum(BoxState),
  version: count,
  place: z.nullable(z.object({ row: id, part: count, height: count, text: z.string() })),
  /** The customer's code. */
  owner: count,
  /** The number of the delivery that it is ordered or announced in. */
  delivery: z.nullable(count),
});
export type ScannedBox = z.infer<typeof ScannedBox>;

/** Event that a scan is refused for: the person who caused it, its time, and a text that says what it was. */
export const ScanAuthor = z.object({ name: z.string(), at: instant, text: z.string() });

/** `code` is the reason by name, `message` the same for people. */
export const OperationResult = z.object({
  id: z.string(),
  status: z.enum(["done", "refused"]),
  state: z.nullable(count),
  /** Null when done, and where it was refused before refusals had names. */
  code: z.nullable(z.enum(refusalCodes)),
  message: z.nullable(z.string()),
  /** It was answered before: this is that answer, and nothing was changed. */
  again: z.boolean(),
  box: z.nullable(ScannedBox),
  /** Only where somebody else's work is the reason. */
  by: z.nullable(ScanAuthor),
});
export type OperationResult = z.infer<typeof OperationResult>;

export const scan = {
  status: 200,
  personal: { "operations.kind": ["shred"] },
  scope: "scans",
  scopeWith: [["destruction", { "operations.kind": ["shred"] }]],
  summary:
    "Scans in order, each checked and carried out for itself; a known id answers as it did and changes nothing. `clock` is the device's clock as it sends, by which `at` is understood, unless it was set between: then `offset` and `after` of the scan tell",
  body: z.object({
    device: z.optional(z.uuid()),
    app: z.optional(text(nameLength)),
    clock: z.optional(deviceInstant),
    operations: z.array(z.union([Operation, AnythingElse])).check(z.minLength(1), z.maxLength(maxOperations)),
  }),
  reply: z.object({ results: z.array(OperationResult) }),
} satisfies Shapes;

/** A scan as it was answered. */
export const Scan = z.object({
  id: z.uuid(),
  kind: z.nullable(z.string()),
  device: z.nullable(z.uuid()),
  /** Version of the device's program that sent the scan. */
  app: z.nullable(z.string()),
  seq: z.nullable(count),
  user: z.nullable(z.object({ id, first_name: z.string(), last_name: z.string() })),
  /** When it was scanned: by the device's clock, and by the archive's. */
  at: z.nullable(instant),
  happened: z.nullable(instant),
  /** When it was booked. */
  created: instant,
  box: z.nullable(z.string()),
  /** The scan of the row that it was stored by. */
  of: z.nullable(z.uuid()),
  status: z.enum(["done", "refused"]),
  code: z.nullable(z.enum(refusalCodes)),
  message: z.nullable(z.string()),
});
export type Scan = z.infer<typeof Scan>;

/** Scans, and the numbers that are missing between two of a device that came. */
export const Scans = z.extend(listOf(Scan), {
  gaps: z.array(z.object({ device: z.uuid(), first: count, last: count })),
});

export const listScans = {
  scope: "read",
  summary:
    "What was scanned since `from`, the newest first, and which numbers of the devices that sent it never came; without `from` the last 24 hours",
  query: z.object({
    device: z.optional(z.uuid()),
    user: z.optional(id),
    from: z.optional(instant),
    limit: z.optional(integer(1, maxPageSize)),
    offset: z.optional(integer(0)),
    ...selection,
  }),
  reply: Scans,
} satisfies Shapes;

export const resolveScan = {
  scope: "read",
  summary: "What a scanned or typed text is: a box, a row, or unknown; places only for staff",
  query: z.object({ code: readText(nameLength) }),
  reply: z.object({
    kind: z.enum(["box", "row", "unknown"]),
    box: z.optional(
      z.object({
        id,
        code: z.string(),
        state: z.enum(BoxState),
        owner: z.object({ id, code: count, name: z.string() }),
        place: staff(z.nullable(z.string())),
        version: staff(count),
      }),
    ),
    row: staff(z.object({ id, number: count, area: z.object({ id, name: z.string() }) })),
  }),
} satisfies Shapes;
