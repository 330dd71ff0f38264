import { created, inside, owner, person, Position, url } from "./values.ts";

const meta = {
  meta_year: 2020,
  meta_destroy_year: 2030,
  meta_first_delivery_customer: "2020-12-24",
  cost_centre: "4711",
  period_from: "2015",
  period_to: "2019-03-31",
};
const image = {
  id: 4,
  image: `${url}/boximages/4/file/`,
  preview: `${url}/boximages/4/preview/`,
  created,
  viewed: false,
};
export const Box = {
  id: 1,
  code: "0042000123",
  state: 1,
  created,
  size: 400,
  owner,
  position: Position,
  version: 2,
  content_count: 1,
  image_count: 1,
  ...meta,
  numbers: [{ text: "K 17/3", kind: 1 }],
  marked_from: null,
};
const HistoryEntry = {
  id: 20,
  state: 1,
  created,
  happened: null,
  happened_unknown: false,
  user: person,
  meta: { area: "Halle 1", row: 3, part: 2, height: 1 },
  text: null,
  blanked: null,
};
const BoxEntry = { ...HistoryEntry, box: { id: 1, code: Box.code } };
const SearchResult = {
  id: inside.id,
  title: inside.text,
  highlight: [[0, 10]],
  box: { id: 1, code: Box.code, state: 1 },
  owner,
  state: inside.state,
  position: Position,
};
const SearchGroup = { kind: "content", count: 1, more: false, results: [SearchResult] };

/** Boxes, their contents, pictures and history, and what is found among them. */
export const boxExamples = {
  requests: {
    listBoxes: { query: { owner: owner.code, contain_content: "Rechnungen", order_by: "-code" } },
    findBoxes: { body: { customer: owner.id, purpose: "order", text: "0042.000.123\nK 17/4, 125–126" } },
    createBoxes: {
      body: { owner: owner.id, start: 0, amount: 1, size: 400, retention_class: 2, begins: "2026-03-31" },
    },
    editBox: { body: { state: 7 } },
    setUniqueNumbers: { body: { unique: true } },
    setNumbers: { body: { numbers: [{ text: "K 17/3", kind: 1 }], before: [] } },
    saveView: { body: { list: "boxes", name: "Eingelagert", search: "owner=42&state=1" } },
    markBoxes: { body: { boxes: [1] } },
    previewMeta: { body: { customer: { id: owner.id }, meta_year: 2022 } },
    undoMeta: { body: { customer: { id: owner.id }, undo: "1793608200000000" } },
    editMeta: { body: { customer: { id: owner.id }, from: 1, to: 10, ...meta, size: 330 } },
    listContents: { query: { owner: owner.code, state: 0, limit: 100 } },
    listHistory: { query: { owner: owner.code, from: "2026-11-01", to: "2026-11-30", after: "0042000123-7" } },
    setCostCentre: { body: { boxes: [1], cost_centre: "4711" } },
    createContent: { body: { box_id: 1, text: "Rechnungen A–K" } },
    editContent: { body: { text: "Rechnungen A–M" } },
    uploadImage: { body: { box_id: 1 } },
    editImage: { body: { viewed: true } },
    resolveScan: { query: { code: "0042.000.123" } },
    search: { query: { q: "Rechnungen kunde:42", kinds: "box,content" } },
  },
  shapes: {
    Box,
    BoxDetail: {
      foreign_number: "K 17/3",
      last_verified: created,
      ...Box,
      numbers: [{ text: "K 17/3", kind: 1, others: 0 }],
      destroyed: null,
      barcode: { id: 1, image: `${url}/boxes/1/barcode/` },
      content: [{ ...inside, box: 1 }],
      images: [image],
      history: [HistoryEntry],
      case: null,
    },
    HistoryEntry,
    BoxEntry,
    Content: { ...inside, box: { id: 1, code: Box.code } },
    Image: image,
    SearchResult,
    SearchGroup,
    SavedView: { id: 14, list: "boxes", name: "Eingelagert", search: "owner=42&state=1" },
  },
  replies: {
    listContents: { results: [{ ...inside, box: { id: 1, code: Box.code } }], after: null },
    listHistory: { results: [BoxEntry], after: `${Box.code}-20` },
    findBoxes: {
      results: [
        {
          text: "0042.000.123",
          line: "0042.000.123",
          kind: "found",
          box: { id: 1, code: Box.code, state: 1 },
          codes: [],
          reason: null,
        },
      ],
    },
    createBoxes: [Box],
    markBoxes: { marked: 1 },
    setUniqueNumbers: { unique: true },
    previewMeta: { boxes: 307, unchanged: 240 },
    undoMeta: { boxes: 67, changed: 67 },
    setCostCentre: { changed: 1 },
    editMeta: { boxes: 10, changed: 10, undo: "1793608200000000" },
    boxesOverview: {
      boxcontents_count: 600,
      boxes_created_count: 3,
      boxes_destroyed_count: 1,
      boxes_in_stock_count: 100,
      boxes_inconsistent_count: 0,
      boxes_not_in_stock_count: 10,
      boxes_ordered_count: 4,
      boxes_retour_count: 1,
      boxes_marked_count: 1,
      images_to_do_count: 2,
    },
    search: { groups: [SearchGroup], corrected: null, late: [], hint: null },
    resolveScan: {
      kind: "box",
      box: { id: 1, code: Box.code, state: 1, owner, place: "Halle 1, Reihe 3, Teil 2, Höhe 1", version: 2 },
    },
  },
} as const;
