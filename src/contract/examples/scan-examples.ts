import { code, created, person } from "./values.ts";

const uuid = "0b0e7a4e-5b1c-4c1f-9a7e-2f6d3c1b8a90";
const device = "5d0c2f6e-8a53-4a0e-9f0b-7c1e3a9d2b41";
const at = { row: 5, part: 2, height: 1 };

/** Inputs of the calls of the aisle. */
const requests = {
  scan: {
    body: {
      device,
      app: "1.2.0",
      clock: "2026-11-02T08:31:05Z",
      operations: [{ id: uuid, kind: "store", at: "2026-11-02T08:30:00Z", seq: 17, seen: 1, code, ...at, move: false }],
    },
  },
  scanPack: { query: { areas: "1,2" } },
  listScans: { query: { device, from: "2026-11-02T00:00:00Z" } },
} as const;

const ScannedBox = {
  code,
  state: 1,
  version: 2,
  place: { ...at, text: "Halle 1, Reihe 3, Teil 2, Höhe 1" },
  owner: 42,
  delivery: null,
};
const OperationResult = {
  id: uuid,
  status: "done",
  state: 1,
  code: null,
  message: null,
  again: false,
  box: ScannedBox,
  by: null,
};
const Scan = {
  id: uuid,
  kind: "store",
  device,
  app: "1.2.0",
  seq: 17,
  user: { id: 6, ...person },
  at: created,
  happened: created,
  created,
  box: code,
  of: null,
  status: "done",
  code: null,
  message: null,
};

/** Their shapes of a name of their own. */
const shapes = {
  ScannedBox,
  ScanAuthor: { name: "Erika Muster", at: created, text: "Eingelagert: Halle 1, Reihe 3, Teil 2, Höhe 1" },
  OperationResult,
  Scan,
  ScanPack: {
    cursor: "5d0c2f6e-81234-0b0e7a4e9a7e2f6d3c1b8a900b0e7a4e9a7e2f6d",
    full: true,
    customers: [[42, "Klinikum Nord"]],
    rows: [{ id: 5, number: 3, area: { id: 2, name: "Halle 1" }, reverse: false, parts: 10, heights: 5 }],
    boxes: [[code, 4, 5, 2, 1, 3, 42]],
    gone: [],
    deliveries: [{ id: 8, code: 123, kind: 0, state: 0, time: created, customer: 42 }],
    lines: [{ delivery: 8, box: code, content: null, text: null, picked: false, loaded: false, fate: null }],
    returns: [],
    batches: [
      {
        id: 12,
        customer: 42,
        state: 3,
        wait_until: "2026-11-30T23:00:00.000Z",
        lines: [
          [code, "open"],
          ["0042000124", "staged"],
        ],
        held: [code],
      },
    ],
    stocktakes: [{ id: 12, blind: false, rows: [[5, 1]] }],
  },
  Scans: {
    count: 1,
    count_pages: 1,
    current_page: 1,
    results: [Scan],
    gaps: [{ device, first: 12, last: 14 }],
  },
};

/** Answers of the calls of the aisle. */
const replies = {
  scan: { results: [OperationResult] },
};

export const scanExamples = { requests, shapes, replies };
