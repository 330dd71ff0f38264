// The archive of an old system, as plain data: what its server answers is made of it (serve.ts).

export interface OldUser {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  is_staff: boolean;
  gender: string | null;
  phone1: string;
  phone2: string;
  last_login: string | null;
  init_password: boolean;
}

export interface OldOption {
  id: number;
  description: string;
  customer: number;
  days: string;
  fr: string;
  to: string;
  prior: number;
  window: number;
  price: string;
}

export interface OldCustomer {
  id: number;
  code: number;
  name: string;
  notes: string;
  address_name: string;
  address_postcode: string;
  address_city: string;
  address_street: string;
  meter_price: string;
  users: number[];
}

interface OldRow {
  id: number;
  number: number;
  reverse: boolean;
  created: string;
  area: number;
}

export interface OldEntry {
  id: number;
  state: number;
  created: string;
  user: number | null;
  meta: Record<string, unknown> | null;
  text: string | null;
  /** The name of a user who is gone, where the old system still knows it. */
  author?: { first_name: string; last_name: string };
}

export interface OldBox {
  id: number;
  code: string;
  created: string;
  state: number;
  owner: number;
  position: { id: number; created: string; height: number; part: number; row: number | null } | null;
  size: number;
  destroyed: string | null;
  meta_year: number | null;
  meta_destroy_year: number | null;
  meta_first_delivery_customer: string | null;
  images: { id: number; file: string; created: string; viewed: boolean }[];
  content: { id: number; text: string; state: number }[];
  history: OldEntry[];
}

export interface OldDelivery {
  id: number;
  code: number;
  created: string;
  kind: number;
  time: string | null;
  state: number;
  price: string;
  comment: string;
  customer: number;
  boxes: number[];
  boxcontents: number[];
}

export interface OldArchive {
  areas: { id: number; name: string; created: string }[];
  rows: OldRow[];
  customers: OldCustomer[];
  options: OldOption[];
  users: OldUser[];
  boxes: OldBox[];
  deliveries: OldDelivery[];
  /** Files of pictures by their path below `/media/`. */
  files: Map<string, { type: string; bytes: Buffer }>;
  /** Texts of codes by their path below `/media/`, where they are others than usual; empty of a code that nobody can read. */
  signs: Record<string, string>;
}

/** A picture of eight by eight dots. */
export const jpeg = Buffer.from(
  "/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIAAzT//2Q==",
  "base64",
);

/** A picture of eight by eight dots, with a comment that makes it another one. */
function pictureOf(comment: string): Buffer {
  const text = Buffer.from(comment);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, text.length + 2]), text, jpeg.subarray(2)]);
}

const created = "2019-03-04T08:15:00Z";
const range = (length: number) => Array.from({ length }, (_, at) => at + 1);

const users = (): OldUser[] =>
  range(8).map((id) => ({
    id,
    first_name: ["Anna", "Bert", "Cem", "Dora", "Emil", "Frida", "Gül", "Hans"][id - 1] ?? "",
    last_name: ["Adler", "Braun", "Çelik", "Dorn", "Ernst", "Fuchs", "Güneş", "Haß"][id - 1] ?? "",
    email: `user${id}@example.com`,
    is_staff: id <= 3,
    gender: id % 2 === 0 ? "M" : "F",
    phone1: "0421 1234",
    phone2: "",
    last_login: id === 8 ? null : "2025-06-30T10:00:00Z",
    init_password: id === 8,
  }));

const customers = (): OldCustomer[] =>
  range(5).map((id) => ({
    id,
    code: id * 11,
    name: ["Klinikum Nord", "Müller & Söhne", "Stadtwerke", "Notariat Groß", "Ærø «Verlag»"][id - 1] ?? "",
    notes: "erste Zeile\nzweite Zeile",
    address_name: "Zentrale",
    address_postcode: "28195",
    address_city: "Bremen",
    address_street: "Am Wall 1",
    meter_price: "2.50",
    users: [3 + id],
  }));

const options = (): OldOption[] =>
  range(5).map((id) => ({
    id,
    description: "Täglich",
    customer: id,
    days: "1,2,3,4,5",
    fr: "08:00:00",
    to: "16:00:00",
    prior: 2,
    window: 4,
    price: "12.00",
  }));

/** A box that was stored; every fifth has a picture. */
function box(id: number, files: OldArchive["files"]): OldBox {
  const customer = ((id - 1) % 5) + 1;
  const file = `boximages/${id}.jpg`;
  if (id % 5 === 0) files.set(file, { type: "image/jpeg", bytes: pictureOf(`a picture of box ${id}`) });
  const row = ((id - 1) % 6) + 1;
  return {
    id,
    code: `${String(customer * 11).padStart(4, "0")}${String(id).padStart(6, "0")}`,
    created,
    state: 1,
    owner: customer,
    position: { id: 1000 + id, created, row, part: Math.floor(id / 60) + 1, height: Math.ceil(id / 6) },
    size: 400,
    destroyed: null,
    meta_year: 2015,
    meta_destroy_year: 2026,
    meta_first_delivery_customer: null,
    images: id % 5 === 0 ? [{ id, file, created, viewed: false }] : [],
    content: range(id % 4).map((number) => ({
      id: id * 10 + number,
      text: `Akte «${number}»\u2028 von ${id}`,
      state: 0,
    })),
    history: [
      { id: id * 10 + 1, state: 0, created, user: 1, meta: null, text: null },
      {
        id: id * 10 + 2,
        state: 1,
        created: "2019-03-05T09:00:00Z",
        user: 2,
        meta: { row, part: 1, height: 1 },
        text: null,
      },
    ],
  };
}

const deliveries = (): OldDelivery[] =>
  range(6).map((id) => ({
    id,
    code: id,
    created,
    kind: 0,
    time: "2019-04-01T10:00:00Z",
    state: 2,
    price: "12.00",
    comment: "",
    customer: ((id - 1) % 5) + 1,
    boxes: [id],
    boxcontents: [],
  }));

/** An archive without a fault. */
export function oldArchive(boxes = 60): OldArchive {
  const files: OldArchive["files"] = new Map();
  return {
    areas: range(3).map((id) => ({ id, name: `Halle ${id}`, created })),
    rows: range(6).map((id) => ({ id, number: id, reverse: id % 2 === 0, created, area: ((id - 1) % 3) + 1 })),
    customers: customers(),
    options: options(),
    users: users(),
    boxes: range(boxes).map((id) => box(id, files)),
    deliveries: deliveries(),
    files,
    signs: {},
  };
}
