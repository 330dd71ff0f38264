import { created, owner, person } from "./values.ts";

/** Inputs of the calls of imports, as `requests` of `examples.ts`. */
const requests = {
  createImport: { body: { customer: owner.id, name: "Boxen.csv" } },
  mapImport: { body: { mapping: ["number", "contents"] } },
  commitImport: { body: { again: false } },
};

const Import = {
  id: 1_704_330_215,
  customer: owner,
  name: "Boxen.csv",
  state: 0,
  created,
  user: person,
  total: 2,
  rows: 2,
  checked: created,
  errors: 1,
  left_out: 1,
  made: 1,
  changed: 0,
  unchanged: 0,
  committed: null,
  undone: null,
};
const ImportDetail = {
  ...Import,
  heads: ["Boxnummer", "Jahrgang"],
  mapping: ["number", "year"],
  amounts: [true, true],
  samples: [
    ["123", "124"],
    ["2004", "20O4"],
  ],
  sheets: [],
  sheet: null,
  head_row: 1,
  separator: ";",
  encoding: "utf-8",
  hidden: 0,
  unknown_areas: [],
  year_end: false,
  years: 0,
  warnings: 0,
  corrections: [{ row: 18, column: 1, from: "20O5", text: "2005", created, user: person }],
  preview: [
    {
      code: "0042000123",
      change: "made",
      size: 400,
      year: 2004,
      destroy_year: null,
      class: null,
      begins: null,
      place: null,
      foreign_number: null,
      cost_centre: "4711",
      period_from: "2015",
      period_to: "2019-03-31",
      contents: [],
      content_count: 0,
    },
  ],
  codes: null,
  again: null,
};

const shapes = { Import, ImportDetail };

const replies = {
  listImports: { count: 1, count_pages: 1, current_page: 1, results: [Import], customers: [] },
  importErrors: {
    count: 1,
    count_pages: 1,
    current_page: 1,
    results: [
      {
        row: 17,
        column: "Jahrgang",
        message: "„20O4“ ist kein Jahr.",
        sentence: "Zeile 17, Spalte Jahrgang: „20O4“ ist kein Jahr.",
        cell: { column: 1, text: "20O4" },
      },
    ],
  },
};

export const importExamples = { requests, shapes, replies };
