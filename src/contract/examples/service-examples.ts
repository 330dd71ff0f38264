import { Box } from "./box-examples.ts";
import { created, owner, pageOf, person, url } from "./values.ts";

const days = { query: { from: "2020-01-31", to: "2026-12-31" } };
const at = { query: { moment: "1795384800123456" } };
const firstBoxes = { query: { from: 1, to: 10 } };
const KeptDocument = {
  kind: "proof",
  id: 31,
  created,
  customer: owner,
  delivery: 12,
  batch: null,
  import: null,
  address: `${url}/proofs/31/file/`,
};
const LabelPrinter = { name: "Halle 1", waiting: 12, trouble: "Drucker „Halle 1“ ohne Etiketten", failed: 0 };
const MarkedOwner = {
  ...owner,
  boxes: 1,
  early: 0,
  away: 0,
  kept: 0,
  held: 1,
  unapproved: 0,
  free: { boxes: 0, early: 0, away: 0, doubted: 0 },
};
const Destruction = { moment: at.query.moment, created, user: person, boxes: 12, customers: 1 };

/** Papers, and destructions that were made. */
export const serviceExamples = {
  requests: {
    printPickupLabels: { query: { start: 3 } },
    printLabels: { body: { codes: [{ code: Box.code, amount: 2 }], start: 3 } },
    printLabelsZpl: { body: { codes: [{ code: Box.code, amount: 2 }], dpi: 300 } },
    sendBoxLabels: { body: { printer: LabelPrinter.name, codes: [{ code: Box.code, amount: 2 }], dpi: 300 } },
    sendPlaceLabels: {
      body: { printer: LabelPrinter.name, row: 5, parts: { from: 1, to: 8 }, heights: { from: 1, to: 3 } },
    },
    printRowLabels: { body: { rows: [5], start: 3 } },
    printPlaceLabels: { body: { row: 5, parts: { from: 1, to: 8 }, heights: { from: 1, to: 3 }, size: "L7160" } },
    printPlaceLabelsZpl: { body: { row: 5, parts: { from: 1, to: 8 }, heights: { from: 1, to: 3 } } },
    listMarked: { query: { customer: owner.id, limit: 30, offset: 0 } },
    listDocuments: { query: { owner: owner.code, kind: "proof", limit: 100 } },
    archiveList: firstBoxes,
    contentImages: firstBoxes,
    customerOverview: firstBoxes,
    destroyList: days,
    destroyListCounts: days,
    getDestruction: at,
    destructionLists: at,
    destructionList: { query: { ...at.query, customer: owner.id } },
  },
  shapes: {
    KeptDocument,
    LabelPrinter,
    MarkedOwner,
    DestroyedBoxes: { ...pageOf(Box), destruction: at.query.moment, kept: 0, held: 0, unapproved: 0 },
    Destruction,
    DestructionDetail: { ...Destruction, owners: [{ ...owner, boxes: 12, back: 0 }] },
  },
  replies: {
    listPrinters: { results: [LabelPrinter] },
    listDocuments: { results: [KeptDocument], after: "1795384800123456-proof-31" },
    listMarked: {
      ...pageOf({ ...Box, hindrance: "held" }),
      marked_until: created,
      list: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      owners: [MarkedOwner],
      doubted: [],
    },
    destroyListCounts: { boxes: 12, contents: 60 },
    destroyRequestCounts: { boxes: 12, contents: 60, metres: 4.8 },
    listDestructions: { results: [Destruction] },
  },
} as const;
