import { created, owner } from "./values.ts";

/** Inputs of the calls of destruction batches. */
const requests = {
  listBatches: { query: { turn: true } },
  listBatchLines: { query: { problems: true } },
  createBatch: { body: { customer: { id: owner.id }, of: "due" } },
  editBatch: { body: { protection_class: 2, security_level: 4, machine: "HSM 411.2" } },
  decideBatch: {
    body: { lines: [{ box: 1, approved: false, reason: "Noch gebraucht" }], rest: "approved", number: "V-000012" },
  },
  attachLetter: { body: { signer: "Dr. Kurz", reference: "AZ 7" } },
  confirmBatch: { body: { number: "V-000012" } },
  closeLines: { body: { boxes: [1], reason: "Doch aufheben" } },
  completeBatch: { body: { place: "house", machine: "HSM 411.2" } },
  abortBatch: { body: { reason: "Zurückgestellt" } },
  verifyCertificate: { query: { number: "V-000012-2026", digest: "5f".repeat(32) } },
} as const;

const Batch = {
  id: 12,
  number: "V-000012",
  customer: owner,
  state: 3,
  created,
  boxes: 12,
  metres: 4.8,
  wait_until: "2026-11-30T23:00:00.000Z",
  from_day: "2026-12-01",
  next: "Am Schredder scannen",
  turn: false,
};
const BatchDetail = {
  ...Batch,
  protection_class: 2,
  security_level: 4,
  carrier: "P",
  place: "house",
  machine: "HSM 411.2",
  subcontractor: "",
  contents: 60,
  approved: 11,
  rejected: 1,
  staged: 1,
  scanned: 0,
  closed: 0,
  left: 11,
  approver: null,
  letter: false,
  certificate: null,
  abort_reason: null,
  events: [{ kind: 2, at: created, who: "Erika Muster", text: null }],
  actions: {
    edit: "Der Vorgang ist bestätigt.",
    propose: "Der Vorgang ist bestätigt.",
    decide: "Der Vorgang ist bestätigt.",
    attach: "Der Vorgang ist bestätigt.",
    confirm: "Der Vorgang ist bestätigt.",
    close: null,
    stage: null,
    shred: "Die Wartezeit läuft: ab 01.12.2026.",
    complete: "Der Vorgang ist bestätigt.",
    certify: "Der Vorgang ist bestätigt.",
    abort: null,
  },
};
const BatchLine = {
  box: 1,
  code: "0042000123",
  state: 7,
  contents: ["Rechnungen 2009"],
  size: 400,
  year: 2009,
  destroy_year: 2026,
  ends: "2019-12-31",
  early_reason: null,
  decision: 1,
  reason: null,
  staged: { at: created, by: "Erika Muster" },
  scanned: null,
  not_destroyed_reason: null,
  weight_kg: null,
  problems: ["gesperrt (Betriebsprüfung 2026, AZ 12)"],
};

/** Their shapes of a name of their own. */
const shapes = {
  Batch,
  Batches: { count: 1, count_pages: 1, current_page: 1, results: [Batch], may_approve: false },
  BatchDetail,
  BatchLine,
};

/** Answers of the calls of destruction batches. */
const replies = {
  verifyCertificate: { number: "V-000012/2026", issued: created, boxes: 12, sha256: "3c".repeat(32) },
};

export const destructionExamples = { requests, shapes, replies };
