import * as z from "zod/mini";
import { maxPageSize } from "#rules/lists/paging.ts";
import { documentKinds } from "#rules/paper/document-kinds.ts";
import { maxCustomerCode } from "#rules/stock/box-code.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { integer } from "#contract/fields/numbers.ts";
import type { Shapes } from "#contract/route.ts";
import { count, id, instant, selection } from "#contract/schemas/shapes.ts";
import { placeAfter } from "#contract/schemas/stock/contents.ts";

/** A document that is kept, and where it is: a certificate, a signed letter (staff), a proof of handover, the receipt of an import. */
export const KeptDocument = z.object({
  kind: z.enum(documentKinds),
  id,
  created: instant,
  customer: z.object({ id, code: count, name: z.string() }),
  /** The subject of the document; the others are null. */
  delivery: z.nullable(id),
  batch: z.nullable(id),
  import: z.nullable(id),
  address: z.string(),
});
export type KeptDocument = z.infer<typeof KeptDocument>;

const place = new RegExp(`^\\d{1,17}-(?:${documentKinds.join("|")})-\\d{1,10}$`);

export const listDocuments = {
  scope: "read",
  summary:
    "The documents that are kept, the oldest first: certificates of destruction, signed letters (for staff), signatures and photos of handovers, receipts of imports, each with the address of its file. `after` is what the page before said, and null at the end",
  query: z.object({
    kind: z.optional(z.enum(documentKinds)),
    owner: z.optional(integer(0, maxCustomerCode)),
    owner_id: z.optional(id),
    after: z.optional(z.string().check(z.regex(place, invalid.range))),
    limit: z.optional(integer(1, maxPageSize)),
    ...selection,
  }),
  reply: z.object({ results: z.array(KeptDocument), after: placeAfter }),
} satisfies Shapes;
