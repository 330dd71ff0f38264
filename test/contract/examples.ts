import { randomUUID } from "node:crypto";
import { all } from "#contract/all.ts";
import { requests } from "#contract/examples.ts";
import type { FullRoute } from "#contract/route.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { nextDeliveryDay } from "#rules/deliveries/delivery-date.ts";
import { DeliveryState } from "#rules/deliveries/delivery-state.ts";
import { anyDay } from "#test/life/box-life-orders.ts";
import type { Stage } from "#test/support/factories/batch-factories.ts";
import { accessExamples } from "./access-examples.ts";
import type { Caller, Sent } from "./caller.ts";
import { messageExamples } from "./message-examples.ts";
import { billingExamples } from "./billing-examples.ts";
import { orderExamples } from "./order-examples.ts";
import { reportExamples } from "./report-examples.ts";
import { stocktakeExamples } from "./stocktake-examples.ts";
import { webhookExamples } from "./webhook-examples.ts";
import { type factories, pictureFile } from "#test/support/factories.ts";

const somePlaces = { parts: { from: 1, to: 2 }, heights: { from: 1, to: 3 } };

export type { Caller, Sent } from "./caller.ts";

type Factories = ReturnType<typeof factories>;
type Example = (a: Factories, caller: Caller) => Sent | Promise<Sent>;

const box: Example = async (a, { owner }) => ({ path: { id: (await a.box({ owner })).id } });
const content: Example = async (a, { owner }) => ({
  path: { id: (await a.content({ box: await a.box({ owner }) })).id },
});
const image: Example = async (a, { owner }) => ({ path: { id: (await a.image({ box: await a.box({ owner }) })).id } });
const customer: Example = (_a, { owner }) => ({ path: { id: owner.id } });
const row: Example = async (a) => ({ path: { id: (await a.row()).id } });
const area: Example = async (a) => ({ path: { id: (await a.area()).id } });
const option: Example = async (a, { owner }) => ({ path: { id: (await a.option({ owner })).id } });
const delivery =
  (wish: { state?: DeliveryState; time?: string } = {}): Example =>
  async (a, { owner }) => {
    const boxes = [await a.box({ owner, state: 1 })];
    const contents = [await a.content({ box: await a.box({ owner, state: 1 }) })];
    const agreed = await a.option({ owner, ...anyDay });
    return { path: { id: (await a.delivery({ owner, option: agreed, boxes, contents, ...wish })).id } };
  };
const batch =
  (until: Stage, sent: Sent = {}): Example =>
  async (a, { owner: own, userId }) => {
    const owner = (await a.whoIs({ id: userId })).is_staff ? await a.customer() : own; // whose boxes staff destroy otherwise
    const boxes = [await a.box({ owner, state: 7 })];
    const { id } = await a.batch({ owner, boxes, until });
    return { path: { id }, ...sent };
  };
const procedureChange: Example = async (a, { owner: own, userId }) => {
  const { is_staff } = await a.whoIs({ id: userId });
  if (!is_staff) await a.approver({ id: userId }, own);
  return { path: await a.procedureChange({ owner: is_staff ? await a.customer() : own }) };
};
const destruction = async (a: Factories, { owner, userId }: Caller) => {
  await a.box({ owner, state: 7 });
  return { query: { moment: await a.destruction({ id: userId }) } };
};
const imported =
  (wish: { checked?: boolean; committed?: boolean } = {}): Example =>
  async (a, { owner, userId }) => {
    await a.storer({ id: userId }, owner);
    return { path: { id: (await a.import({ owner, by: { id: userId }, ...wish })).id } };
  };
const unique = () => randomUUID().slice(0, 13);

/** For every call of the contract something that must succeed for whoever may call it: the documented example, of things that are there. */
const examples: Readonly<Record<string, Example>> = {
  ...accessExamples,
  listChanges: () => ({}),
  listContents: () => ({}),
  listHistory: () => ({}),
  listDocuments: () => ({}),
  ...webhookExamples,
  ...billingExamples,
  ...orderExamples,
  listAreas: () => ({}),
  getArea: area,
  mapOfArea: async (a) => ({ query: { area: (await a.area()).id } }),
  createArea: () => ({ body: { name: `Bereich ${unique()}` } }),
  deleteArea: area,
  listRows: () => ({}),
  getRow: row,
  createRow: async (a) => ({ body: { ...requests.createRow.body, areaId: (await a.area()).id } }),
  editRow: async (a, caller) => ({ ...(await row(a, caller)), ...requests.editRow }),
  deleteRow: row,
  rowQrCode: row,
  listCustomers: () => ({}),
  getCustomer: customer,
  customerSummary: customer,
  storedMetres: customer,
  createCustomer: () => ({
    body: { ...requests.createCustomer.body, name: `Kunde ${unique()}`, code: "" },
  }),
  editCustomer: async (a, caller) => ({
    ...(await customer(a, caller)),
    body: { ...requests.editCustomer.body, name: caller.owner.name },
  }),
  deleteCustomer: async (a) => ({ path: { id: (await a.customer()).id } }),
  createDeliveryOption: (_a, { owner }) => ({
    body: {
      ...requests.createDeliveryOption.body,
      customer: owner.id,
      description: `Tour ${unique()}`,
      fr: "08:00",
    },
  }),
  copyDeliveryOptions: async (a) => {
    const [from, to] = [await a.customer(), await a.customer()];
    await a.option({ owner: from });
    return { body: { customer: to.id, from: from.id } };
  },
  editDeliveryOption: async (a, caller) => ({
    ...(await option(a, caller)),
    body: { ...requests.editDeliveryOption.body, description: `Express ${unique()}` },
  }),
  nextDelivery: option,
  deleteDeliveryOption: option,
  listBoxes: () => ({}),
  findBoxes: (_a, { owner }) => ({ body: { ...requests.findBoxes.body, customer: owner.id } }),
  getBox: box,
  createBoxes: (_a, { owner }) => ({ body: { ...requests.createBoxes.body, owner: owner.id, owner_id: owner.id } }),
  editBox: async (a, caller) => ({ ...(await box(a, caller)), ...requests.editBox }),
  setUniqueNumbers: async (a) => ({ path: { id: (await a.customer()).id }, ...requests.setUniqueNumbers }),
  setNumbers: async (a, caller) => ({ ...(await box(a, caller)), ...requests.setNumbers }),
  markBoxes: async (a, { owner }) => ({ body: { boxes: [(await a.box({ owner })).id] } }),
  listMarked: () => ({}),
  destroyMarked: () => ({}),
  postDestroyMarked: () => ({}),
  listCostCentres: (_a, { owner }) => ({ path: { id: owner.id } }),
  setCostCentres: (_a, { owner }) => ({ path: { id: owner.id }, body: requests.setCostCentres.body }),
  setCostCentre: async (a, { owner, userId }) => {
    await a.storer({ id: userId }, owner);
    return { body: { boxes: [(await a.box({ owner })).id], cost_centre: "4711" } };
  },
  previewMeta: (_a, { owner }) => ({ body: { ...requests.previewMeta.body, customer: { id: owner.id } } }),
  previewOwnerChange: async (a, { owner }) => ({ body: { customer: owner.id, to: (await a.customer()).id } }),
  changeOwner: async (a, { owner }) => ({
    body: {
      ...requests.changeOwner.body,
      customer: owner.id,
      to: (await a.customer()).id,
      boxes: [(await a.box({ owner, state: 1 })).id],
    },
  }),
  undoMeta: async (a, { owner, userId }) => {
    await a.box({ owner });
    return { body: { customer: { id: owner.id }, undo: await a.metaChange({ id: userId }, owner) } };
  },
  editMeta: (_a, { owner }) => ({ body: { ...requests.editMeta.body, customer: { id: owner.id } } }),
  deleteBox: box,
  boxBarcode: box,
  boxesOverview: () => ({}),
  createContent: async (a, { owner }) => ({ body: { box_id: (await a.box({ owner })).id, text: "Akte" } }),
  editContent: async (a, caller) => ({ ...(await content(a, caller)), ...requests.editContent }),
  deleteContent: content,
  uploadImage: async (a, { owner }) => ({
    body: { box_id: (await a.box({ owner })).id, image: new Blob([await pictureFile()]) },
  }),
  editImage: async (a, caller) => ({ ...(await image(a, caller)), ...requests.editImage }),
  deleteImage: image,
  imageFile: image,
  imagePreview: image,
  listDeliveries: () => ({}),
  getDelivery: delivery(),
  createDelivery: async (a, { owner }) => ({
    body: {
      ...requests.createDelivery.body,
      customer: owner.id,
      delivery_option: (await a.option({ owner, ...anyDay })).id,
      boxes: [(await a.box({ owner, state: 1 })).id],
      boxcontents: [(await a.content({ box: await a.box({ owner, state: 1 }) })).id],
      date: nextDeliveryDay(anyDay, new Date()),
      due_back: addDays(berlinDay(new Date()), 30),
    },
  }),
  editDelivery: async (a, caller) => ({
    ...(await delivery()(a, caller)),
    body: { ...requests.editDelivery.body, time: `${nextDeliveryDay(anyDay, new Date())}T08:00:00Z` },
  }),
  cancelDelivery: delivery(),
  postCancelDelivery: delivery(),
  startDelivery: delivery(),
  completeDelivery: delivery({ state: DeliveryState.processing }),
  addProof: async (a, caller) => ({
    ...(await delivery({ state: DeliveryState.processing })(a, caller)),
    body: { id: randomUUID(), kind: "signature", image: new Blob([await pictureFile()]) },
  }),
  proofFile: async (a, { owner }) => {
    const made = await a.delivery({ owner, boxes: [await a.box({ owner, state: 1 })], state: 2 });
    return { path: { id: (await a.proof(made, await a.user({ isStaff: true }))).id } };
  },
  listCollect: () => ({}),
  deliveryPlan: () => ({}),
  collectList: () => ({}),
  deliveryNote: delivery(),
  dayNotes: async (a, caller) => {
    const time = new Date();
    await delivery({ time: time.toISOString() })(a, caller);
    return { query: { day: berlinDay(time) } };
  },
  scan: async (a, { owner }) => {
    const { code } = await a.box({ owner });
    const place = await a.place();
    const operation = {
      id: randomUUID(),
      kind: "store",
      code,
      row: place.row.id,
      part: place.part,
      height: place.height,
      move: false,
    };
    return { body: { operations: [operation] } };
  },
  scanPack: () => ({}),
  listScans: () => ({ ...requests.listScans }),
  resolveScan: async (a, { owner }) => ({ query: { code: (await a.box({ owner })).code } }),
  search: (_a, { owner }) => ({ query: { q: `Akte kunde:${owner.code}`, kinds: "box,content" } }),
  printLabels: async (a, { owner }) => ({
    body: { codes: [{ code: (await a.box({ owner })).code, amount: 2 }], start: 3 },
  }),
  printLabelsZpl: async (a, { owner }) => ({ body: { codes: [{ code: (await a.box({ owner })).code, amount: 2 }] } }),
  printPickupLabels: async (a, { owner }) => ({
    path: { id: (await a.delivery({ owner, boxes: [await a.box({ owner })], kind: 2 })).id },
  }),
  printRowLabels: async (a) => ({ body: { rows: [(await a.row()).id], start: 3 } }),
  listPrinters: () => ({}),
  sendBoxLabels: async (a, { owner }) => ({
    body: { printer: "Halle 1", codes: [{ code: (await a.box({ owner })).code, amount: 2 }] },
  }),
  sendPlaceLabels: async (a) => ({ body: { printer: "Halle 1", ...somePlaces, row: (await a.row()).id } }),
  printPlaceLabels: async (a) => ({ body: { ...somePlaces, row: (await a.row()).id, size: "L7160", start: 3 } }),
  printPlaceLabelsZpl: async (a) => ({ body: { ...somePlaces, row: (await a.row()).id } }),
  archiveList: (_a, { owner }) => ({ path: { id: owner.id }, ...requests.archiveList }),
  contentImages: (_a, { owner }) => ({ path: { id: owner.id }, ...requests.contentImages }),
  destroyList: (_a, { owner }) => ({ path: { id: owner.id }, ...requests.destroyList }),
  destroyListCounts: (_a, { owner }) => ({ path: { id: owner.id }, ...requests.destroyListCounts }),
  destroyRequest: customer,
  destroyRequestCounts: customer,
  listDestructions: () => ({}),
  getDestruction: destruction,
  destructionLists: destruction,
  destructionList: async (a, caller) => {
    const { query } = await destruction(a, caller);
    return { query: { ...query, customer: caller.owner.id } };
  },
  listRetentionClasses: (_a, { owner }) => ({ query: { customer: owner.id } }),
  createRetentionClass: (_a, { owner }) => ({
    body: { ...requests.createRetentionClass.body, customer: { id: owner.id } },
  }),
  listRetained: (_a, { owner }) => ({ query: { ...requests.listRetained.query, customer: owner.id } }),
  dueList: (_a, { owner }) => ({ path: { id: owner.id }, ...requests.dueList }),
  boxRetention: box,
  listRetainedCustomers: () => ({ query: { year: 2026 } }),
  retentionYears: (_a, { owner }) => ({ query: { customer: owner.id } }),
  assignRetention: async (a, { owner }) => {
    const kept = await a.box({ owner });
    const retention_class = (await a.kept({ owner, boxes: [kept], key: "ao-belege", begins: "2017-03-05" })).id;
    return { body: { customer: { id: owner.id }, boxes: [kept.id], retention_class, begins: "2018-12-31" } };
  },
  changeKeeper: async (a) => ({
    body: { ...requests.changeKeeper.body, customer: { id: (await a.customer()).id } },
  }),
  ...messageExamples,
  ...reportExamples,
  listRights: customer,
  changeRights: async (a) => {
    const owner = await a.customer();
    return { path: { id: owner.id }, body: { user: (await a.user({ customers: [owner] })).id, may_manage: true } };
  },
  applyRetention: (_a, { owner }) => ({ body: { customer: { id: owner.id }, dry_run: true } }),
  listHolds: (_a, { owner }) => ({ query: { customer: owner.id } }),
  setHold: async (a, { owner, userId }) => {
    await a.manager({ id: userId }, owner);
    return { body: { ...requests.setHold.body, customer: { id: owner.id }, boxes: [(await a.box({ owner })).id] } };
  },
  releaseHold: async (a, { owner, userId }) => {
    await a.manager({ id: userId }, owner);
    const { id } = await a.hold({ owner, boxes: [await a.box({ owner })], byCustomer: true });
    return { path: { id }, ...requests.releaseHold };
  },
  exportCustomer: async (a, { owner, userId }) => {
    await a.manager({ id: userId }, owner);
    return { path: { id: owner.id } };
  },
  listBatches: (_a, { owner }) => ({ query: { customer: owner.id } }),
  getBatch: batch("confirmed"),
  listBatchLines: batch("confirmed", { query: { problems: true } }),
  createBatch: async (a) => {
    const owner = await a.customer();
    await a.procedure(owner);
    return { body: { customer: { id: owner.id }, boxes: [(await a.box({ owner, state: 7 })).id] } };
  },
  editBatch: batch("draft", requests.editBatch),
  proposeBatch: batch("draft"),
  decideBatch: async (a, caller) => {
    const { path } = await batch("letter")(a, caller);
    await a.approver({ id: caller.userId }, caller.owner);
    return { path: path ?? {}, body: { rest: "approved", number: String(path?.["id"]) } };
  },
  attachLetter: async (a, caller) => {
    const { path } = await batch("proposed")(a, caller);
    const letter = new Blob([await pictureFile()]);
    return { path: path ?? {}, body: { ...requests.attachLetter.body, image: letter } };
  },
  batchLetter: batch("approved"),
  confirmBatch: async (a, caller) => {
    const { path } = await batch("approved")(a, caller);
    return { path: path ?? {}, body: { number: String(path?.["id"]) } };
  },
  closeLines: async (a) => {
    const owner = await a.customer();
    const kept = await a.box({ owner, state: 7 });
    const path = await a.batch({ owner, boxes: [kept], until: "confirmed" });
    return { path: { id: path.id }, body: { boxes: [kept.id], reason: "Doch aufheben" } };
  },
  completeBatch: batch("shredded", requests.completeBatch),
  certifyBatch: batch("destroyed"),
  abortBatch: async (a, caller) => {
    const sent = await batch("confirmed", requests.abortBatch)(a, caller);
    await a.approver({ id: caller.userId }, caller.owner);
    return sent;
  },
  batchRequest: batch("proposed"),
  certificate: batch("certified"),
  verifyCertificate: async (a, caller) => {
    const { path } = await batch("certified")(a, caller);
    return { query: await a.certificate({ id: path?.["id"] ?? 0 }) };
  },
  getProcedure: customer,
  changeProcedure: async (a) => ({ path: { id: (await a.customer()).id }, ...requests.changeProcedure }),
  listProcedureChanges: () => ({}),
  agreeToChange: procedureChange,
  withdrawChange: procedureChange,
  ...stocktakeExamples,
  listImports: (_a, { owner }) => ({ query: { customer: owner.id } }),
  getImport: imported(),
  importErrors: imported(),
  importErrorsCsv: imported(),
  importErrorsXlsx: imported(),
  importReceipt: imported({ committed: true }),
  importReceiptXlsx: imported({ committed: true }),
  createImport: async (a, { owner, userId }) => {
    await a.storer({ id: userId }, owner);
    return { body: { customer: owner.id, name: "Boxen.csv", file: new Blob(["Boxnummer;Inhalt\n17;Rechnungen\n"]) } };
  },
  mapImport: async (a, caller) => ({ ...(await imported()(a, caller)), ...requests.mapImport }),
  checkImport: imported(),
  commitImport: async (a, caller) => ({ ...(await imported({ checked: true })(a, caller)), ...requests.commitImport }),
  undoImport: imported({ committed: true }),
  discardImport: imported(),
  customerOverview: (_a, { owner }) => ({ path: { id: owner.id }, ...requests.customerOverview }),
  listApps: () => ({}),
  backupState: () => ({}),
  home: async (a, caller) => {
    await delivery()(a, caller);
    await a.storer({ id: caller.userId }, caller.owner);
    await a.import({ owner: caller.owner, by: { id: caller.userId } });
    return {};
  },
  listAudit: () => ({}),
  listSeals: () => ({}),
  sheetOfAreas: () => ({}),
  sheetOfAudit: () => ({}),
  sheetOfBoxes: () => ({ query: { format: "csv" } }),
  sheetOfCustomers: () => ({}),
  sheetOfDeliveries: () => ({}),
  sheetOfRetained: (_a, { owner }) => ({ query: { customer: owner.id } }),
  sheetOfRows: () => ({}),
  sheetOfSeals: () => ({}),
  sheetOfSearch: () => ({ query: { q: "akte" } }),
  sheetOfUsers: () => ({}),
  exportSeals: () => ({}),
  auditCsv: () => ({ query: { from: "2026-11-01", to: "2026-11-30" } }),
  appTicket: async (a) => ({ path: { id: (await a.app()).id } }),
  appPackage: async (a) => ({ query: { ticket: await a.appTicket() } }),
  deviceSetup: () => ({}),
  appFile: async (a) => ({ path: { id: (await a.app()).id } }),
};

/** Returns the input with which the named call of the contract succeeds. */
export async function exampleOf(name: string, a: Factories, caller: Caller): Promise<Sent> {
  const example = examples[name];
  if (!example) throw new Error(`The call ${name} has no example: add one to test/contract/examples.ts.`);
  return example(a, caller);
}

/** Every call of the contract with its name. */
export const calls: readonly (readonly [string, FullRoute])[] = Object.entries(all);

/** The status of success. */
export function successOf({ status, method, reply }: FullRoute): number {
  if (status !== undefined) return status;
  if (reply === null) return 204;
  if (typeof reply === "string") return 200; // a file that is printed is no object that is made
  return method === "POST" ? 201 : 200;
}
