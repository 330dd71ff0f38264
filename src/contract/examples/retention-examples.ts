import { created, owner, person } from "./values.ts";

/** Inputs of the calls of classes, ends, holds and rights. */
const requests = {
  listRetained: { query: { customer: owner.id, year: 2026, show: "due" } },
  dueList: { query: { year: 2026 } },
  retentionYears: { query: { customer: owner.id } },
  listRetainedCustomers: { query: { year: 2026 } },
  createRetentionClass: {
    body: {
      customer: { id: owner.id },
      name: "Studienunterlagen",
      begins: "Ende der Studie",
      basis: "Vertrag vom 01.02.2026",
      agreed_by: "Dr. Muster",
      years: 15,
      months: 0,
      start: "year_end",
      personal: true,
    },
  },
  assignRetention: { body: { customer: { id: owner.id }, from: 1, to: 10, retention_class: 2, begins: "2018-12-31" } },
  changeKeeper: { body: { customer: { id: owner.id }, finance_supervised: true, audit_open_from: 2019 } },
  changeRights: { body: { user: 6, may_manage: true } },
  applyRetention: { body: { dry_run: true } },
  setHold: {
    body: { customer: { id: owner.id }, boxes: [1], reason: "Betriebsprüfung 2026", reference: "AZ 12", until: null },
  },
  releaseHold: { body: { reason: "Prüfung beendet", reference: "Schreiben vom 05.05.2026" } },
} as const;

const RetentionClass = {
  id: 2,
  key: "ao-belege",
  name: "Buchungsbelege und Rechnungen",
  begins: "Entstehung des Belegs",
  personal: false,
  tax: true,
  default_level: 4,
  customer: null,
  agreed_by: null,
  rules: [
    {
      years: 8,
      months: 0,
      start: "year_end",
      applies_if: "all",
      valid_from: "2025-01-01",
      valid_to: null,
      basis: "§ 147 AO, § 257 HGB",
      source: "Art. 97 § 19a EGAO",
      checked_on: "2026-11-22",
    },
  ],
};
const RetainedBox = {
  id: 1,
  code: "0042000123",
  state: 1,
  size: 400,
  contents: ["Rechnungen A–K"],
  retention_class: { id: 2, name: RetentionClass.name },
  begins: "2017-12-31",
  ends: "2025-12-31",
  reason: "8 Jahre, § 147 AO, § 257 HGB, Ende 31.12.2025",
  meta_destroy_year: 2026,
  proposed_destroy_year: 2026,
  held: null,
  batch: null,
};
const Hold = {
  id: 1_204_119_870,
  customer: owner,
  scope: "boxes",
  from: null,
  to: null,
  boxes: 1,
  reason: "Betriebsprüfung 2026",
  reference: "AZ 12",
  since: created,
  until: null,
  by_customer: false,
  user: person,
  released: null,
  released_reason: null,
  released_reference: null,
};
const CustomerRights = {
  user: { id: 6, ...person, email: "erika.muster@example.com", may_sign_in: true },
  may_approve_destruction: false,
  may_order: true,
  may_store: false,
  may_manage: true,
  may_invite: false,
  may_see_invoices: false,
  cost_centres: null,
};
const { contents: _, ...retained } = RetainedBox;

/** A reply's shapes by their names. */
const shapes = {
  RetentionClass,
  RetainedBox,
  RetainedBoxes: {
    count: 1,
    count_pages: 1,
    current_page: 1,
    results: [RetainedBox],
    year: 2026,
    finance_supervised: false,
    audit_open_from: null,
    by_batch: false,
    eligible: 1,
    counts: { due: 1, marked: 0, later: 0, held: 0, open: 12, away: 2 },
  },
  BoxRetention: {
    ...retained,
    customer: owner.id,
    until: null,
    until_reason: null,
    contents: [{ id: 9, retention_class: null, begins: "2016-06-30" }],
  },
  Hold,
  Holds: { count: 1, count_pages: 1, current_page: 1, results: [Hold], may_manage: true },
  CustomerRights,
};

/** Answers of the calls whose reply has no name of its own. */
const replies = {
  listRetentionClasses: { results: [RetentionClass] },
  retentionYears: { results: [{ year: 2026, boxes: 12, meters: 4.8 }] },
  listRetainedCustomers: {
    count: 1,
    count_pages: 1,
    current_page: 1,
    year: 2026,
    results: [{ ...owner, due: 12, marked: 4, later: 2, held: 3, away: 1 }],
  },
  changeKeeper: { finance_supervised: true, audit_open_from: 2019, changed: 40 },
  listRights: { results: [CustomerRights] },
  assignRetention: { boxes: 10, changed: 8 },
  applyRetention: {
    version: 2,
    results: [{ customer: owner, due_before: 40, due_after: 120, earlier: 80, later: 0, other: 0, years: 75 }],
  },
};

export const retentionExamples = { requests, shapes, replies };
