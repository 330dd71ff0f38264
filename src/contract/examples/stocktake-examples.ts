import { area, code, created, owner, place } from "./values.ts";

const person = { id: 6, first_name: "Erika", last_name: "Muster" };

/** Inputs of the calls of stocktakes and cases, as `requests` of `examples.ts`. */
const requests = {
  createStocktake: { body: { name: "Halle 1, Herbst", blind: false, rows: [5] } },
  editStocktake: { body: { name: "Halle 1, Herbst 2026" } },
  discardStocktake: { body: { reason: "Falsche Halle" } },
  beginRow: { body: { take_over: false, again: false } },
  acceptResults: { body: { row: 5, classes: ["right", "other_place"], looked_again: false } },
  createCase: { body: { kind: 5, code, text: "Der Kunde vermisst eine Akte" } },
  noteCase: { body: { text: "In der Nachbarreihe nicht gefunden" } },
  assignCase: { body: { assignee: person.id } },
  foundCase: { body: { text: "Stand hinter der Box links daneben" } },
  loseCase: { body: { number: "K-000004", text: "Drei Personen haben vergeblich gesucht" } },
  closeCase: { body: { text: "Steht wieder an ihrem Platz" } },
};

const counts = {
  right: 48,
  other_place: 1,
  other_row: 0,
  missing: 1,
  away: 0,
  ordered: 0,
  destroyed: 0,
  unknown: 0,
  twice: 0,
  moved: 2,
};
const Stocktake = {
  id: 12,
  number: "I-000012",
  name: "Halle 1, Herbst",
  state: 2,
  blind: false,
  second_person: false,
  created,
  created_by: person,
  closed: null,
  rows_count: 1,
  rows_ended: 1,
  rows_checked: 0,
};
const StocktakeRow = {
  id: 5,
  number: 3,
  area,
  state: 2,
  run: 1,
  counter: person,
  begun: created,
  ended: created,
  checked: null,
  checked_by: null,
  scanned: 51,
  expected: 50,
  counts,
  open: 50,
  accept: null,
};
const StocktakeDetail = {
  ...Stocktake,
  rows: [StocktakeRow],
  counts,
  open: 50,
  discard_reason: null,
  actions: { edit: null, discard: null, close: "Es ist noch nicht alles gezählt und übernommen." },
};
const CountedPlace = { part: 2, height: 1, code, hand: false, at: created };
const StocktakeResult = {
  row: { id: 5, number: 3, area },
  code,
  class: "other_place",
  box: { id: 1, state: 1, owner, place },
  expected: { part: 2, height: 1 },
  found: [{ part: 2, height: 2 }],
  looked: false,
  hand: false,
  second_look: null,
  accepted: null,
  case: null,
};
const SecondLook = {
  stocktake: { id: 12, number: "I-000012" },
  row: { id: 5, number: 3, area },
  code,
  part: 2,
  height: 1,
  since: created,
};
const Case = {
  id: 4,
  number: "K-000004",
  kind: 0,
  state: 1,
  code,
  box: { id: 1, state: 3, owner },
  text: "Inventur I-000012, Halle 1, Reihe 3",
  opened: created,
  opened_by: person,
  closed: null,
  assignee: person,
  due_1: "2026-11-03",
  due_2: "2026-11-05",
  stage: 0,
  stocktake: { id: 12, number: "I-000012" },
  asks: null,
};
const CaseNeighbour = {
  where: "links",
  row: 5,
  part: 1,
  height: 1,
  place: "Halle 1, Reihe 3, Teil 1, Höhe 1",
  box: null,
};

const shapes = {
  Staffer: person,
  Stocktake,
  StocktakeRow,
  StocktakeDetail,
  CountedPlace,
  CountedRow: {
    ...StocktakeRow,
    stocktake: { id: 12, number: "I-000012", blind: false },
    reverse: false,
    parts: 10,
    heights: 5,
    places: [CountedPlace],
    target: [{ part: 2, height: 1, code }],
  },
  StocktakeResult,
  Acceptance: { ...StocktakeDetail, accepted: 49, second_look: 1, left: [] },
  Worklist: { counting: 1, to_check: 3, second_looks: 1, cases: { open: 4, due: 1, asks: 1, mine: 2 } },
  SecondLook,
  ScannedPlace: { part: 2, height: 1, code, hand: false },
  Case,
  CaseNeighbour,
  CaseDetail: {
    ...Case,
    last_seen: { place, row: 5, part: 2, height: 1, at: created, who: "Erika Muster" },
    neighbours: [CaseNeighbour],
    contents: ["Rechnungen A–K"],
    events: [{ kind: 0, at: created, who: "Erika Muster", text: "Klärfall angelegt" }],
    history: [{ at: created, who: "Erika Muster", text: `Eingelagert: ${place}` }],
    actions: { note: null, assign: null, found: null, loss: null, close: null },
  },
};

const replies = {
  secondLooks: { results: [SecondLook] },
  listCases: { count: 1, count_pages: 1, current_page: 1, results: [Case], people: [person] },
};

export const stocktakeExamples = { requests, shapes, replies };
