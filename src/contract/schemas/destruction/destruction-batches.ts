import * as z from "zod/mini";
import { BoxState } from "#rules/stock/box-state.ts";
import { BatchState, LineDecision } from "#rules/destruction/batch-state.ts";
import { batchActions } from "#rules/destruction/batch-steps.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { maxBatchLines, nameLength, textLength } from "#contract/limits.ts";
import type { Shapes } from "#contract/route.ts";
import { day } from "#contract/fields/day.ts";
import { integer } from "#contract/fields/numbers.ts";
import { filledText, name, text } from "#contract/fields/texts.ts";
import { staff } from "#contract/schemas/audience.ts";
import { count, id, instant, listOf, reference } from "#contract/schemas/shapes.ts";
import { withOneOf } from "#contract/fields/one-of.ts";

const customer = z.object({ id, code: count, name: z.string() });
const carrier = z.enum(["P", "F", "O", "T", "H", "E"]);
const place = z.enum(["house", "subcontractor"]);
const norm = { protection_class: integer(1, 3), security_level: integer(1, 7), carrier };
const page = { limit: z.optional(integer(1, maxPageSize)), offset: z.optional(integer(0)) };

/** A destruction that several people let go; `id` is its number, `next` what comes next and `turn` whether it is on the caller. */
export const Batch = z.object({
  id,
  number: z.string(),
  customer,
  state: z.enum(BatchState),
  created: instant,
  boxes: count,
  metres: z.number(),
  /** Until when it waits after it was confirmed, and the first day on which boxes may be destroyed. */
  wait_until: z.nullable(instant),
  from_day: z.nullable(day),
  next: z.string(),
  turn: z.boolean(),
});
export type Batch = z.infer<typeof Batch>;

/** Event of a batch, and the person who caused it; `who` is `Archiv` for the archive's people where a customer asks. */
const BatchEntry = z.object({ kind: count, at: instant, who: z.string(), text: z.nullable(z.string()) });

const action = z.nullable(z.string());
/** Why the caller may not do it, as a sentence; null where they may. */
const actions = z.object(
  Object.fromEntries(batchActions.map((each) => [each, action])) as Record<
    (typeof batchActions)[number],
    typeof action
  >,
);

export const BatchDetail = z.extend(Batch, {
  ...norm,
  place,
  machine: z.string(),
  subcontractor: z.string(),
  contents: count,
  approved: count,
  rejected: count,
  /** Number of the remaining boxes that stand ready at the shredder. */
  staged: count,
  scanned: count,
  closed: count,
  /** Approved, and neither scanned nor closed. */
  left: count,
  /** Person who approved for the customer; `reference` is the sign of that person's letter. */
  approver: z.nullable(z.object({ name: z.string(), reference: z.nullable(z.string()) })),
  letter: staff(z.boolean()),
  certificate: z.nullable(z.object({ number: z.string(), sha256: z.string(), digest: z.string() })),
  abort_reason: z.nullable(z.string()),
  events: z.array(BatchEntry),
  actions,
});
export type BatchDetail = z.infer<typeof BatchDetail>;

/** A box of a batch; `problems` say what speaks against destroying it now. */
export const BatchLine = z.object({
  box: id,
  code: z.string(),
  state: z.enum(BoxState),
  contents: z.array(z.string()),
  size: count,
  year: z.nullable(z.int()),
  destroy_year: z.nullable(z.int()),
  ends: z.nullable(day),
  early_reason: z.nullable(z.string()),
  decision: z.enum(LineDecision),
  reason: z.nullable(z.string()),
  /** When it was fetched from its shelf and made ready for the shredder, and by whom. */
  staged: staff(z.nullable(z.object({ at: instant, by: z.string() }))),
  scanned: z.nullable(instant),
  not_destroyed_reason: z.nullable(z.string()),
  weight_kg: z.nullable(z.number()),
  problems: z.array(z.string()),
});
export type BatchLine = z.infer<typeof BatchLine>;

const boxes = z.array(id).check(z.minLength(1, invalid.requiredChoice), z.maxLength(maxBatchLines));

/** `may_approve`: whether the caller may approve for any customer. */
export const Batches = z.extend(listOf(Batch), { may_approve: z.boolean() });

export const listBatches = {
  scope: "read",
  summary:
    "Destruction batches, the newest first; those of a customer, in a state, with a box, or those that wait for the caller",
  query: z.object({
    customer: z.optional(id),
    state: z.optional(z.enum(BatchState)),
    box: z.optional(id),
    turn: z.optional(z.boolean()),
    ...page,
  }),
  reply: Batches,
} satisfies Shapes;

export const getBatch = { scope: "read", summary: "A destruction batch", reply: BatchDetail } satisfies Shapes;

export const listBatchLines = {
  scope: "read",
  summary: "The boxes of a batch by code; with `problems` those that something speaks against",
  query: z.object({ problems: z.optional(z.boolean()), living: z.optional(z.boolean()), ...page }),
  reply: listOf(BatchLine),
} satisfies Shapes;

export const createBatch = {
  scope: "destruction",
  summary:
    "A draft of named boxes, or of all that are marked or due; of these it leaves out what something speaks against. `early_reason` says why boxes are destroyed that must be kept for longer",
  body: withOneOf(
    z.object({
      customer: reference,
      boxes: z.optional(boxes),
      of: z.optional(z.enum(["marked", "due"])),
      early_reason: z.optional(name),
    }),
    "boxes",
    "of",
  ),
  reply: BatchDetail,
} satisfies Shapes;

export const editBatch = {
  scope: "destruction",
  summary: "Change a draft: by what it is destroyed, and its boxes",
  body: z.object({
    ...z.partial(z.object(norm)).shape,
    place: z.optional(place),
    machine: z.optional(text(nameLength)),
    subcontractor: z.optional(text(nameLength)),
    add: z.optional(boxes),
    remove: z.optional(boxes),
    early_reason: z.optional(name),
  }),
  reply: BatchDetail,
} satisfies Shapes;

export const proposeBatch = {
  status: 200,
  personal: true,
  scope: "destruction",
  summary: "Propose a draft to its customer; boxes that are not marked yet are marked",
  reply: BatchDetail,
} satisfies Shapes;

export const decideBatch = {
  right: "may_approve_destruction",
  status: 200,
  confirms: true,
  personal: true,
  scope: "destruction",
  summary:
    "Approve or reject each box by its line in `lines`, `rest` all that are not named; a box that must be kept for longer is always named. `number` repeats the batch's number where all is approved at once. Staff do so by the customer's letter",
  body: z.object({
    lines: z._default(
      z
        .array(z.object({ box: id, approved: z.boolean(), reason: z._default(text(textLength), "") }))
        .check(z.maxLength(maxBatchLines)),
      [],
    ),
    rest: z.optional(z.enum(["approved"])),
    number: z.optional(text(nameLength)),
  }),
  reply: BatchDetail,
} satisfies Shapes;

export const attachLetter = {
  scope: "destruction",
  summary:
    "Keep the letter that the customer has signed: multipart with `image` (a PDF, JPEG, PNG or WebP of at most 10 MB), who signed it, and under which sign it is kept; the last one counts",
  multipart: "image",
  body: z.object({ signer: name, reference: name }),
  reply: BatchDetail,
} satisfies Shapes;

export const batchLetter = {
  scope: "read",
  summary: "The letter that the customer has signed",
  reply: "application/*",
} satisfies Shapes;

export const confirmBatch = {
  confirms: true,
  status: 200,
  personal: true,
  scope: "destruction",
  summary: "Confirm an approved batch as another person than the one who proposed it; `number` repeats its number",
  body: z.object({ number: filledText(nameLength) }),
  reply: BatchDetail,
} satisfies Shapes;

export const closeLines = {
  status: 200,
  scope: "destruction",
  summary: "Take boxes out of a batch that are not to be destroyed after all; their marks are reset",
  body: z.object({ boxes, reason: filledText(textLength) }),
  reply: BatchDetail,
} satisfies Shapes;

export const completeBatch = {
  status: 200,
  personal: true,
  scope: "destruction",
  summary: "Witness, as another person than the one at the shredder, that all boxes are destroyed or taken out",
  body: z.object({
    place,
    machine: z.optional(text(nameLength)),
    subcontractor: z.optional(text(nameLength)),
  }),
  reply: BatchDetail,
} satisfies Shapes;

export const certifyBatch = {
  status: 200,
  scope: "destruction",
  summary: "Make the certificate, once and for all",
  reply: BatchDetail,
} satisfies Shapes;

export const abortBatch = {
  right: "may_approve_destruction",
  status: 200,
  scope: "destruction",
  summary: "Abort a batch of which nothing was destroyed yet; the marks of its boxes are reset",
  body: z.object({ reason: filledText(textLength) }),
  reply: BatchDetail,
} satisfies Shapes;

export const batchRequest = {
  scope: "read",
  summary: "The letter that asks the customer to approve a batch",
  reply: "application/pdf",
} satisfies Shapes;

export const certificate = {
  scope: "read",
  summary: "The certificate of a destruction, PDF/A-3 with its data as `bescheinigung.json`; the same bytes each time",
  reply: "application/pdf",
} satisfies Shapes;

export const verifyCertificate = {
  scope: null,
  summary:
    "Whether a certificate of this number says what has this SHA-256 (`bescheinigung.json`); anything else is not found",
  query: z.object({
    number: text(nameLength),
    digest: z.string().check(z.regex(/^[0-9a-f]{64}$/i, invalid.range)),
  }),
  reply: z.object({ number: z.string(), issued: instant, boxes: count, sha256: z.string() }),
} satisfies Shapes;
