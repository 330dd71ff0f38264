import { accessReplies, accessShapes } from "./access-examples.ts";
import { destructionRequests, destructionShapes, destructionReplies } from "./destruction-examples.ts";
import { importReplies, importRequests, importShapes } from "./import-examples.ts";
import { retentionReplies, retentionRequests, retentionShapes } from "./retention-examples.ts";
import { stocktakeReplies, stocktakeRequests, stocktakeShapes } from "./stocktake-examples.ts";
import { scanReplies, scanRequests, scanShapes } from "./scan-examples.ts";

/** What a call is sent with; ids are those of the examples below. */
export interface Request {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

const createdAt = "2026-11-02T08:30:00.000Z";
const pageOf = (entry: object) => ({ count: 1, count_pages: 1, current_page: 1, results: [entry] });
const hash = "9f2c".repeat(16);
const url = "https://archiv.example/api/v1";
const owner = { id: 7, code: 42, name: "Klinikum Nord" };
const person = { first_name: "Erika", last_name: "Muster" };

const address = {
  address_name: "Klinikum Nord gGmbH",
  address_postcode: "28195",
  address_city: "Bremen",
  address_street: "Am Wall 1",
};
const someone = {
  ...person,
  email: "erika.muster@example.com",
  gender: "F",
  is_staff: false,
  manages_users: false,
  phone1: "0421 1234",
  phone2: "",
};
const proof = { own_password: "Apfelbaum-2026" };
const hours = { days: "1,3,5", to: "16:00", prior: 2, window: 4, price: "12.50" };
const meta = { meta_year: 2020, meta_destroy_year: 2030, meta_first_delivery_customer: "2020-12-24" };
const days = { query: { from: "2020-01-31", to: "2026-12-31" } };
const at = { query: { moment: "1795384800123456" } };
const firstBoxes = { query: { from: 1, to: 10 } };

/** For every call that takes a body or means little without its query, what it may be sent; the tests send it, too. */
export const requests = {
  login: { body: { username: someone.email, password: "Apfelbaum-2026" } },
  confirmSession: { body: proof },
  changePassword: { body: { old_password: "Apfelbaum-2026", new_password: "Birnbaum-2027" } },
  createUser: { body: someone },
  editUser: { body: { ...person, email: someone.email, gender: "F", phone1: "0421 1234", ...proof } },
  resetPassword: { body: proof },
  resetSecondFactor: { body: proof },
  beginSecondFactor: { body: proof },
  confirmSecondFactor: { body: { code: "123456" } },
  endSecondFactor: { body: { ...proof, code: "123456" } },
  newRecoveryCodes: { body: { ...proof, code: "123456" } },
  createArea: { body: { name: "Halle 1" } },
  createRow: { body: { areaId: 2, number: 1, reverse: false, parts: 10, heights: 5 } },
  editRow: { body: { reverse: true, parts: 10, heights: 5 } },
  createCustomer: {
    body: { name: owner.name, code: owner.code, notes: "", ...address, meter_price: "1.50", user_ids: [] },
  },
  editCustomer: { body: { name: owner.name, notes: "", ...address, meter_price: "1.50" } },
  createDeliveryOption: { body: { customer: owner.id, description: "Standard", from: "08:00", ...hours } },
  editDeliveryOption: { body: { description: "Express", from: "08:00", ...hours } },
  listBoxes: { query: { owner: owner.code, contain_content: "Rechnungen", order_by: "-code" } },
  createBoxes: { body: { owner: owner.id, start: 0, amount: 1, size: 400, retention_class: 2, begins: "2026-03-31" } },
  editBox: { body: { state: 7 } },
  saveView: { body: { list: "boxes", name: "Eingelagert", search: "owner=42&state=1" } },
  markBoxes: { body: { boxes: [1] } },
  previewMeta: { body: { customer: { id: owner.id }, meta_year: 2022 } },
  undoMeta: { body: { customer: { id: owner.id }, undo: "1793608200000000" } },
  ...importRequests,
  ...stocktakeRequests,
  ...retentionRequests,
  ...destructionRequests,
  editMeta: { body: { customer: { id: owner.id }, from: 1, to: 10, ...meta, size: 330 } },
  createContent: { body: { box_id: 1, text: "Rechnungen A–K" } },
  editContent: { body: { text: "Rechnungen A–M" } },
  uploadImage: { body: { box_id: 1 } },
  editImage: { body: { viewed: true } },
  createDelivery: {
    body: {
      kind: 0,
      customer: owner.id,
      delivery_option: 3,
      boxes: [1],
      boxcontents: [9],
      date: "2026-12-24",
      price: "12.50",
      comment: "Bitte an der Pforte abgeben",
    },
  },
  editDelivery: { body: { price: "12.50", time: "2026-12-24T08:00:00Z" } },
  ...scanRequests,
  addProof: { body: { id: "0b0e7a4e-5b1c-4c1f-9a7e-2f6d3c1b8a90", kind: "signature" } },
  resolveScan: { query: { code: "0042.000.123" } },
  search: { query: { q: "Rechnungen kunde:42", kinds: "box,content" } },
  printLabels: { body: { codes: [{ code: "0042000123", amount: 2 }], start: 3 } },
  printRowLabels: { body: { rows: [5], start: 3 } },
  archiveList: firstBoxes,
  contentImages: firstBoxes,
  customerOverview: firstBoxes,
  destroyList: days,
  destroyListCounts: days,
  getDestruction: at,
  destructionLists: at,
  destructionList: { query: { ...at.query, customer: owner.id } },
} as const satisfies Readonly<Record<string, Request>>;

const area = { id: 2, name: "Halle 1" };
const row = { id: 5, number: 3, reverse: false, created: createdAt, positions_count: 1, last_verified: createdAt };
const places = { stored: [1001, 2001], ordered: [], marked: [3002], theirs: [2001] };
const MapRow = { id: 5, number: 3, reverse: false, parts: 10, heights: 5, ...places, last_verified: createdAt };
const LostBox = { id: 12, code: "0042000124", row: 5, part: 4, height: 1 };
const Position = { id: 11, part: 2, height: 1, created: createdAt, row: { id: 5, number: 3, reverse: false, area } };
const option = { id: 3, customer: owner.id, description: "Standard", fr: "08:00", ...hours };
const inside = { id: 9, text: "Rechnungen A–K", state: 0, created: createdAt };
const image = {
  id: 4,
  image: `${url}/boximages/4/file/`,
  preview: `${url}/boximages/4/preview/`,
  created: createdAt,
  viewed: false,
};
const Box = {
  id: 1,
  code: "0042000123",
  state: 1,
  created: createdAt,
  size: 400,
  owner,
  position: Position,
  version: 2,
  content_count: 1,
  image_count: 1,
  ...meta,
  marked_from: null,
};
const Proof = { id: 2, kind: "signature", created: createdAt };
const HistoryEntry = {
  id: 20,
  state: 1,
  created: createdAt,
  happened: null,
  happened_unknown: false,
  user: person,
  meta: { area: "Halle 1", row: 3, part: 2, height: 1 },
  text: null,
  blanked: null,
};
const Customer = {
  ...owner,
  created: createdAt,
  ...address,
  notes: "",
  meter_price: "1.50",
  count_boxes: 120,
  count_meters: 48,
  count_boximages: 12,
  count_boxcontents: 600,
  count_deliveryoptions: 1,
  deliveryoptions: [option],
};
const Destruction = { moment: at.query.moment, created: createdAt, user: person, boxes: 12, customers: 1 };
const User = {
  id: 6,
  ...someone,
  last_login: createdAt,
  init_password: false,
  second_factor: "off",
  approves: false,
  active: true,
  customers: [{ ...owner, may_manage: true }],
};
const Delivery = {
  id: 8,
  code: 123,
  created: createdAt,
  kind: 0,
  state: 0,
  time: "2026-12-24T07:00:00.000Z",
  price: "12.50",
  comment: "Bitte an der Pforte abgeben",
  customer: owner,
  boxes_count: 1,
  boxcontents_count: 1,
};
const line = {
  open: true,
  picked: false,
  missing: false,
  received: false,
  picked_at: null,
  missing_at: null,
  received_at: null,
  reason: null,
};
const DeliveryBox = { id: 1, code: Box.code, state: 4, version: 3, content_count: 1, position: Position, ...line };
const DeliveryContent = {
  id: 9,
  text: inside.text,
  state: 2,
  box: { id: 2, code: "0042000124", state: 1, position: Position },
  ...line,
};
const DeliveryEvent = { kind: "created", created: createdAt, user: person, from: null, to: null };

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

const AppTicket = {
  version: "1.2.0",
  url: `${url}/apps/package/?ticket=WyIxLjIuMCJd.3Zq`,
  expires: createdAt,
  qrcode: "data:image/png;base64,iVBORw0KGgo=",
  address: "https://archiv.example",
  bytes: 32_768,
  sha256: "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9",
  certificate_sha256: "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b",
};

/** A reply's shapes by their names, each as it may come. */
export const shapes: Readonly<Record<string, object>> = {
  Area: { ...area, created: createdAt, rows_count: 1, boxes_count: 1, last_verified: createdAt },
  AreaDetail: {
    ...area,
    created: createdAt,
    rows_count: 1,
    boxes_count: 1,
    last_verified: createdAt,
    rows: [{ ...row, places_count: 50 }],
  },
  MapRow,
  LostBox,
  AreaMap: {
    area,
    areas: [{ ...area, places_count: 50, boxes_count: 3, theirs_count: 1 }],
    rows: [MapRow],
    customers: [{ ...owner, boxes_count: 1 }],
    lost: [LostBox],
  },
  Row: { ...row, area },
  RowDetail: {
    ...row,
    area,
    qrcode: { id: 5, image: `${url}/rows/5/qrcode/`, created: createdAt },
    parts: 10,
    heights: 5,
    stocktake: null,
    positions: [{ id: 11, part: 2, height: 1, box: { id: 1, code: Box.code, state: 1, version: 2 } }],
  },
  Customer,
  CustomerDetail: { ...Customer, users: [{ id: 6, ...person, email: someone.email }] },
  DestroyedBoxes: { ...pageOf(Box), destruction: at.query.moment, kept: 0, held: 0, unapproved: 0 },
  StoredMonth: { month: "2026-11", meters: 42.8 },
  DeliveryOption: option,
  User,
  ...accessShapes,
  NewUser: { ...User, last_login: null, init_password: true, init_password_plain: "k7mw-2hqz-9xtd" },
  Position,
  Box,
  BoxDetail: {
    foreign_number: null,
    last_verified: createdAt,
    ...Box,
    destroyed: null,
    barcode: { id: 1, image: `${url}/boxes/1/barcode/` },
    content: [{ ...inside, box: 1 }],
    images: [image],
    history: [HistoryEntry],
  },
  HistoryEntry,
  Content: { ...inside, box: { id: 1, code: Box.code } },
  Image: image,
  Delivery,
  DeliveryBox,
  DeliveryContent,
  DeliveryEvent,
  Proof,
  DeliveryDetail: {
    ...Delivery,
    delivery_option: option,
    boxes: [DeliveryBox],
    boxcontents: [DeliveryContent],
    events: [DeliveryEvent],
    proofs: [Proof],
  },
  PlannedDelivery: {
    id: 8,
    code: 123,
    kind: Delivery.kind,
    state: Delivery.state,
    time: Delivery.time,
    customer: owner,
    lines_count: 3,
    left_count: 2,
  },
  CollectLine: {
    delivery: { id: 8, code: 123, time: Delivery.time },
    customer: owner,
    box: { id: 1, code: Box.code },
    content: null,
    position: Position,
  },
  SearchResult,
  SearchGroup,
  BackupState: { taken: createdAt, stale: false, plain: false },
  App: { id: 1, version: "1.2", date: "2026-11-02", description: "", file: `${url}/apps/1/file/`, bytes: 12_800 },
  AppTicket,
  DeviceSetup: {
    address: "https://archiv.example",
    page: { url: "https://archiv.example/einrichten", qrcode: AppTicket.qrcode },
    app: AppTicket,
    authority: null,
  },
  Seal: { number: 12, until: createdAt, boxes: 128, entries: 307, events: 4, hash, found: false, stamped: null },
  AuditEntry: {
    id: 31,
    at: createdAt,
    kind: 40,
    text: "Bild geöffnet",
    user: { id: 6, ...person, email: someone.email },
    name: null,
    address: "192.0.2.7",
    customer: { id: owner.id, code: owner.code },
    box: { id: 1, code: Box.code },
    delivery: null,
    subject: null,
  },
  CustomerSummary: {
    due: [{ year: 2026, boxes: 12 }],
    marked: 1,
    destroyed: 1,
    deliveries: [{ id: 8, code: 123, kind: 0, state: 0, time: createdAt, boxes_count: 1, boxcontents_count: 1 }],
  },
  ...importShapes,
  ...stocktakeShapes,
  ...retentionShapes,
  ...destructionShapes,
  Destruction,
  DestructionDetail: { ...Destruction, owners: [{ ...owner, boxes: 12, back: 0 }] },
  SavedView: { id: 14, list: "boxes", name: "Eingelagert", search: "owner=42&state=1" },
  ...scanShapes,
};

/** What the calls answer whose reply has no name of its own. */
export const replies: Readonly<Record<string, object>> = {
  ...destructionReplies,
  ...accessReplies,
  settings: { product_title: "Magazin", provider_name: "Muster Archiv GmbH", build_stamp: "20240203-100754" },
  createBoxes: [Box],
  markBoxes: { marked: 1 },
  listMarked: {
    ...pageOf({ ...Box, hindrance: "held" }),
    marked_until: createdAt,
    list: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  },
  previewMeta: { boxes: 307, unchanged: 240 },
  undoMeta: { boxes: 67, changed: 67 },
  editMeta: { boxes: 10, changed: 10, undo: "1793608200000000" },
  destroyListCounts: { boxes: 12, contents: 60 },
  destroyRequestCounts: { boxes: 12, contents: 60, metres: 4.8 },
  ...importReplies,
  ...stocktakeReplies,
  ...retentionReplies,
  listDestructions: { results: [shapes["Destruction"]] },
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
  storedMetres: { months: [{ month: "2026-11", meters: 42.8 }] },
  search: { groups: [SearchGroup], corrected: null, late: [], hint: null },
  ...scanReplies,
  addProof: { proof: Proof },
  resolveScan: {
    kind: "box",
    box: { id: 1, code: Box.code, state: 1, owner, place: "Halle 1, Reihe 3, Teil 2, Höhe 1", version: 2 },
  },
};
