import * as z from "zod/mini";
import { maxBoxNumber } from "#rules/stock/box-code.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { maxLabels, sheetLabels } from "#rules/paper/label-amounts.ts";
import {
  labelSizeNames,
  labelsOfPage,
  type LabelSizeName,
  maxOffset,
  rollNames,
  usualSize,
} from "#rules/paper/label-sizes.ts";
import { maxHeight, maxPart } from "#rules/stock/positions.ts";
import type { Shapes } from "#contract/route.ts";
import { nameLength } from "#contract/limits.ts";
import { givenDay } from "#contract/fields/day.ts";
import { integer } from "#contract/fields/numbers.ts";
import { readText } from "#contract/fields/texts.ts";
import { count, id } from "#contract/schemas/shapes.ts";

const boxRange = z.object({
  from: z.optional(integer(0, maxBoxNumber)),
  to: z.optional(integer(0, maxBoxNumber)),
});
const amount = integer(1, maxLabels, invalid.belowOne);
export const labelledCodes = z
  .array(z.object({ code: readText(nameLength), amount }))
  .check(z.minLength(1, invalid.requiredChoice), z.maxLength(maxLabels));

const millimetres = z.number().check(z.minimum(-maxOffset, invalid.range), z.maximum(maxOffset, invalid.range));
const offset = z.optional(z.object({ x: millimetres, y: millimetres }));
const mostOfPage = Math.max(...labelSizeNames.map(labelsOfPage));
const sheet = {
  start: z._default(integer(1, mostOfPage), 1),
  size: z.optional(z.enum(labelSizeNames)),
  offset,
};
const isOnSheet = z.refine<{ start: number; size?: LabelSizeName | undefined }>(
  ({ start, size = usualSize }) => start <= labelsOfPage(size),
  { path: ["start"], error: invalid.range },
);
export const labelRoll = {
  size: z._default(z.enum(rollNames), "100x50"),
  dpi: z._default(z.union([z.literal(203), z.literal(300)]), 203),
  offset,
};

const range = (max: number) =>
  z
    .object({ from: integer(1, max), to: integer(1, max) })
    .check(z.refine(({ from, to }) => from <= to, { path: ["to"], error: invalid.range }));
export const labelledPlaces = { row: id, parts: range(maxPart), heights: range(maxHeight) };

const ofSheet =
  "`start` is the first free label of a part-used sheet, `offset` (mm) what the printer prints beside the place";

export const printLabels = {
  status: 200,
  scope: "read",
  summary: `Sheets of box labels, 3 x 8 where \`size\` says nothing else; ${ofSheet}`,
  body: z.object({ codes: labelledCodes, ...sheet }).check(isOnSheet),
  reply: "application/pdf",
} satisfies Shapes;

export const printLabelsZpl = {
  status: 200,
  scope: "read",
  summary: "Box labels for a label printer, as ZPL II",
  body: z.object({ codes: labelledCodes, ...labelRoll }),
  reply: "application/zpl",
} satisfies Shapes;

export const printPickupLabels = {
  scope: "read",
  summary:
    "Sheets of labels of the new boxes of a pick-up, 3 x 8; `start` is the first free label of a part-used sheet",
  query: z.object({ start: z.optional(integer(1, sheetLabels)) }),
  reply: "application/pdf",
} satisfies Shapes;

export const printRowLabels = {
  status: 200,
  scope: "read",
  summary: "Labels of rows with their QR codes, on the same sheets",
  body: z
    .object({
      rows: z.array(id).check(z.minLength(1, invalid.requiredChoice), z.maxLength(maxLabels)),
      ...sheet,
    })
    .check(isOnSheet),
  reply: "application/pdf",
} satisfies Shapes;

export const printPlaceLabels = {
  status: 200,
  scope: "read",
  summary: "Labels of a row's places with their QR codes, part after part, on the same sheets",
  body: z.object({ ...labelledPlaces, ...sheet }).check(isOnSheet),
  reply: "application/pdf",
} satisfies Shapes;

export const printPlaceLabelsZpl = {
  status: 200,
  scope: "read",
  summary: "Labels of a row's places for a label printer, as ZPL II",
  body: z.object({ ...labelledPlaces, ...labelRoll }),
  reply: "application/zpl",
} satisfies Shapes;

export const archiveList = {
  scope: "read",
  summary: "A customer's boxes with their contents on paper",
  query: boxRange,
  reply: "application/pdf",
} satisfies Shapes;

export const contentImages = {
  scope: "read",
  summary: "The pictures of a customer's boxes as one zip of known length",
  query: boxRange,
  reply: "application/zip",
} satisfies Shapes;

export const exportCustomer = {
  right: "may_manage",
  status: 200,
  confirms: true,
  scope: "read",
  scopeWith: [["billing", true]],
  summary:
    "Everything of a customer at one moment as one zip of known length: boxes, contents, history with its hashes, deliveries, pictures, and a manifest of checksums; for staff, and for a customer's users with `may_manage`",
  reply: "application/zip",
} satisfies Shapes;

export const destroyList = {
  scope: "read",
  summary: "A customer's destroyed boxes by the date of their destruction, on paper",
  query: z.object({ from: z.optional(givenDay), to: z.optional(givenDay) }),
  reply: "application/pdf",
} satisfies Shapes;

export const destroyRequest = {
  scope: "read",
  summary: "The letter that asks a customer to consent to the destruction of boxes that are marked or due",
  reply: "application/pdf",
} satisfies Shapes;

export const destroyListCounts = {
  scope: "read",
  summary: "What the destroy list of these days will hold",
  query: destroyList.query,
  reply: z.object({ boxes: count, contents: count }),
} satisfies Shapes;

export const destroyRequestCounts = {
  scope: "read",
  summary: "What the destroy request will hold: the boxes that are marked or due this year",
  reply: z.object({ boxes: count, contents: count, metres: z.number() }),
} satisfies Shapes;

export const customerOverview = {
  scope: "read",
  summary: "A customer's boxes with state, counts and metres, on paper",
  query: boxRange,
  reply: "application/pdf",
} satisfies Shapes;
