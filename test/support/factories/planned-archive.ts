import type { PlannedKind, PlannedRows, TakeoverPlan } from "#server/takeover/plan/planned-rows.ts";

export type PlannedArchive = { readonly [K in PlannedKind]: PlannedRows[K][] };

const at = (day: string, time = "08:00:00.123") => `${day}T${time}Z`;

interface Entry {
  readonly state: number;
  readonly created: string;
  readonly user?: number | null;
  readonly name?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly text?: string;
}

let entries = 700;
const historyOf = (...history: readonly Entry[]): PlannedRows["boxes"]["history"] =>
  history.map(({ user = 1, name = "", meta = null, text = "", ...entry }) => ({
    id: ++entries,
    user,
    name,
    meta,
    text,
    ...entry,
  }));

const bare = {
  customer: 3,
  created: at("2018-03-01"),
  position: null,
  size: 400,
  destroyed: null,
  meta_year: null,
  meta_destroy_year: null,
  meta_first_delivery: null,
  contents: [],
  images: [],
  history: [],
  barcode: null,
} satisfies Partial<PlannedRows["boxes"]>;

const stored = { area: "Halle 1", row: 4, part: 1, height: 1 };

/** A small archive as an old system may have it, with a box of each state but 3, and orders on their way. */
export function plannedArchive(): PlannedArchive {
  entries = 700;
  const made = { state: 0, created: at("2018-03-01") };
  const moved = { state: 1, created: at("2018-03-02"), meta: stored };
  const place = (part: number) => ({ id: 40 + part, row: 21, part, height: 1, created: at("2018-03-02") });
  return {
    areas: [{ id: 11, name: "Halle 1", created: at("2015-01-01") }],
    rows: [
      { id: 21, area: 11, number: 4, reverse: true, parts: 12, heights: 2, created: at("2015-01-02"), sign: "RW-0021" },
      { id: 22, area: 11, number: 5, reverse: false, parts: 1, heights: 1, created: null, sign: null },
    ],
    customers: [3, 8].map((id) => ({
      id,
      code: id * 10,
      name: id === 3 ? "Müller & Söhne" : "Stadtwerke",
      notes: "Zeile 1\nZeile 2\tmit Tab und \\",
      address_name: "Archivstelle",
      address_postcode: "20095",
      address_city: "Hamburg",
      address_street: "Kai 1",
      meter_price: "4.50",
    })),
    users: [
      person(1, "anna@old.example", true, []),
      person(2, "Bea@Kunde.example", false, [3]),
      person(5, "carl@stadt.example", false, [8]),
    ],
    options: [
      {
        id: 6,
        customer: 3,
        description: "Normal",
        days: "1,3,5",
        fr: "08:00",
        to: "12:00",
        prior: 24,
        window: 4,
        price: "15.00",
      },
    ],
    boxes: [
      { ...bare, id: 101, number: 1, state: 0, history: historyOf(made) },
      {
        ...bare,
        id: 102,
        number: 2,
        state: 1,
        position: place(1),
        meta_year: 2010,
        meta_destroy_year: 2021,
        meta_first_delivery: "2018-03-01",
        contents: [
          { id: 501, text: "Akte A", state: 0 },
          { id: 502, text: "Akte B", state: 2 },
        ],
        history: historyOf(
          made,
          { ...moved, user: null, name: "Rita Gegangen" },
          {
            state: 10,
            created: at("2018-03-03"),
            meta: { from: null, to: 2010, source: { odd: [1] } },
            text: "nachgetragen",
          },
          { state: 1, created: at("2018-03-04"), meta: { row: "4", part: 1 } },
        ),
        barcode: "OLD-102",
      },
      {
        ...bare,
        id: 103,
        number: 3,
        state: 2,
        size: 330,
        contents: [{ id: 503, text: "Akte C", state: 0 }],
        history: historyOf(made, moved, { state: 3, created: at("2019-01-01"), meta: { delivery: 7 } }),
      },
      {
        ...bare,
        id: 104,
        number: 4,
        state: 4,
        position: place(2),
        history: historyOf(made, moved, { state: 2, created: at("2026-11-01"), user: 2, meta: { delivery: 8 } }),
      },
      {
        ...bare,
        id: 105,
        number: 5,
        state: 4,
        history: historyOf(made, moved, { state: 17, created: at("2026-11-02") }),
      },
      {
        ...bare,
        id: 106,
        number: 6,
        state: 5,
        history: historyOf(made, moved, { state: 4, created: at("2020-01-01") }),
      },
      {
        ...bare,
        id: 107,
        number: 7,
        state: 6,
        destroyed: "2020-05-05",
        contents: [{ id: 504, text: "Personal Meier", state: 0 }],
        history: historyOf(
          made,
          moved,
          { state: 5, created: at("2019-01-01"), text: "Meier war krank" },
          { state: 6, created: at("2020-05-05"), text: "Frist vorbei" },
        ),
      },
      {
        ...bare,
        id: 108,
        number: 8,
        state: 7,
        position: place(3),
        history: historyOf(made, moved, { state: 8, created: at("2026-01-01") }),
      },
      {
        ...bare,
        id: 109,
        number: 9,
        state: 7,
        history: historyOf(
          made,
          moved,
          { state: 4, created: at("2025-01-01") },
          { state: 8, created: at("2026-01-01") },
        ),
      },
      { ...bare, id: 210, customer: 8, number: 1, state: 1, position: place(4), history: historyOf(made, moved) },
    ],
    deliveries: [
      { ...order, id: 70, code: 7, state: 2, created: at("2018-12-31"), boxes: [103], contents: [] },
      { ...order, id: 71, code: 8, state: 0, created: at("2026-11-01"), boxes: [104], contents: [502] },
      { ...order, id: 72, code: 9, state: 1, created: at("2026-11-02"), boxes: [105], contents: [] },
      {
        ...order,
        id: 73,
        code: 10,
        state: 0,
        kind: 1,
        price: null,
        created: at("2026-11-03"),
        boxes: [103],
        contents: [],
      },
      { ...order, id: 74, code: 11, state: 3, created: at("2020-11-03"), boxes: [], contents: [501] },
      { ...order, id: 75, code: 12, state: 2, created: at("2019-11-03"), boxes: [], contents: [] },
    ],
  };
}

const order = { customer: 3, kind: 0, time: at("2026-11-05"), price: "15.00", comment: "Bitte klingeln" };

function person(id: number, email: string, is_staff: boolean, customers: number[]): PlannedRows["users"] {
  const names = { first_name: "Vor", last_name: `Nach ${id}`, gender: "F", phone1: "040 1", phone2: "" };
  return { id, email, is_staff, customers, ...names, last_login: at("2026-10-10"), init_password: id === 5 };
}

/** A plan made of rows, without a folder. */
export function planOf(archive: PlannedArchive, pictureFile: (sha256: string) => string = () => ""): TakeoverPlan {
  return {
    findings: [],
    open: 0,
    digest: "ab".repeat(32),
    address: "https://alt.example/",
    completed: "2026-11-27T17:00:00.000Z",
    rowsOf: (kind) => archive[kind],
    pictureFile,
  };
}
