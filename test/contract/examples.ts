import { randomUUID } from "node:crypto";
import { all } from "#contract/all.ts";
import type { FullRoute } from "#contract/route.ts";
import { nextDeliveryDay } from "#rules/delivery-date.ts";
import { DeliveryState } from "#rules/delivery-state.ts";
import { anyDay } from "#test/life/box-life-orders.ts";
import { type factories, pictureFile } from "#test/support/factories.ts";

/** What a call is sent with. */
export interface Sent {
  readonly path?: Record<string, number>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

/** Who calls, and a customer that the caller may see. */
export interface Caller {
  readonly userId: number;
  readonly email: string;
  readonly password: string;
  readonly owner: { readonly id: number; readonly code: number; readonly name: string };
}

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
  (wish: { state?: DeliveryState } = {}): Example =>
  async (a, { owner }) => {
    const boxes = [await a.box({ owner, state: 1 })];
    const contents = [await a.content({ box: await a.box({ owner, state: 1 }) })];
    const agreed = await a.option({ owner, ...anyDay });
    return { path: { id: (await a.delivery({ owner, option: agreed, boxes, contents, ...wish })).id } };
  };
const somebody: Example = async (a) => ({ path: { id: (await a.user()).id } });
const self: Example = (_a, { userId }) => ({ path: { id: userId } });
const provenByCode: Example = async (a, { userId, password }) => ({
  body: { own_password: password, code: await a.secondFactor({ id: userId }) },
});
const unique = () => randomUUID().slice(0, 13);

/** For every call of the contract something that must succeed for whoever may call it. */
const examples: Readonly<Record<string, Example>> = {
  login: (_a, { email, password }) => ({ body: { username: email, password } }),
  logout: () => ({}),
  listSessions: () => ({}),
  endSession: async (a, { userId }) => ({ path: { id: await a.session({ id: userId }) } }),
  endOtherSessions: () => ({}),
  getSecondFactor: () => ({}),
  beginSecondFactor: (_a, { password }) => ({ body: { own_password: password } }),
  confirmSecondFactor: async (a, { userId }) => ({
    body: { code: await a.secondFactor({ id: userId }, { confirmed: false }) },
  }),
  endSecondFactor: provenByCode,
  newRecoveryCodes: provenByCode,
  settings: () => ({}),
  getUser: self,
  changePassword: async (a, caller) => ({
    ...(await self(a, caller)),
    body: { old_password: caller.password, new_password: "Quittenbaum-17" },
  }),
  listUsers: () => ({}),
  createUser: () => ({
    body: {
      first_name: "Erika",
      last_name: "Muster",
      email: `${unique()}@example.com`,
      gender: "F",
      is_staff: false,
      phone1: "0421 1234",
      phone2: "",
    },
  }),
  editUser: async (a, caller) => ({
    ...(await somebody(a, caller)),
    body: {
      first_name: "Erika",
      last_name: "Muster",
      email: `${unique()}@example.com`,
      gender: "F",
      phone1: "0421 1234",
      own_password: caller.password,
    },
  }),
  resetPassword: async (a, caller) => ({ ...(await somebody(a, caller)), body: { own_password: caller.password } }),
  resetSecondFactor: async (a, { password }) => {
    const { id } = await a.user();
    await a.secondFactor({ id });
    return { path: { id }, body: { own_password: password } };
  },
  listAreas: () => ({}),
  getArea: area,
  createArea: () => ({ body: { name: `Bereich ${unique()}` } }),
  deleteArea: area,
  listRows: () => ({}),
  getRow: row,
  createRow: async (a) => ({
    body: { areaId: (await a.area()).id, number: 1, reverse: false, parts: 10, heights: 5 },
  }),
  editRow: async (a, caller) => ({ ...(await row(a, caller)), body: { reverse: true, parts: 10, heights: 5 } }),
  deleteRow: row,
  rowQrCode: row,
  listCustomers: () => ({}),
  getCustomer: customer,
  createCustomer: () => ({
    body: {
      name: `Kunde ${unique()}`,
      code: "",
      notes: "",
      address_name: "Büro",
      address_postcode: "28195",
      address_city: "Bremen",
      address_street: "Am Wall 1",
      meter_price: "1.50",
      user_ids: [],
    },
  }),
  editCustomer: async (a, caller) => ({
    ...(await customer(a, caller)),
    body: {
      name: caller.owner.name,
      notes: "",
      address_name: "Büro",
      address_postcode: "28195",
      address_city: "Bremen",
      address_street: "Am Wall 1",
      meter_price: "1.50",
    },
  }),
  deleteCustomer: async (a) => ({ path: { id: (await a.customer()).id } }),
  createDeliveryOption: (_a, { owner }) => ({
    body: {
      customer: owner.id,
      description: `Tour ${unique()}`,
      days: "1,3,5",
      from: "08:00",
      fr: "08:00",
      to: "16:00",
      prior: 2,
      window: 4,
      price: "12.50",
    },
  }),
  editDeliveryOption: async (a, caller) => ({
    ...(await option(a, caller)),
    body: {
      description: `Express ${unique()}`,
      days: "1,2",
      from: "08:00",
      to: "17:00",
      prior: 1,
      window: 1,
      price: "20.00",
    },
  }),
  deleteDeliveryOption: option,
  listBoxes: () => ({}),
  getBox: box,
  createBoxes: (_a, { owner }) => ({ body: { owner: owner.id, owner_id: owner.id, start: 0, amount: 1, size: 400 } }),
  editBox: async (a, caller) => ({ ...(await box(a, caller)), body: { state: 7 } }),
  destroyMarked: () => ({}),
  postDestroyMarked: () => ({}),
  editMeta: (_a, { owner }) => ({
    body: {
      customer: { id: owner.id },
      from: 1,
      to: 10,
      meta_year: 2020,
      meta_destroy_year: 2030,
      meta_first_delivery_customer: "2020-12-24",
      size: 330,
    },
  }),
  deleteBox: box,
  boxBarcode: box,
  boxesOverview: () => ({}),
  createContent: async (a, { owner }) => ({ body: { box_id: (await a.box({ owner })).id, text: "Akte" } }),
  editContent: async (a, caller) => ({ ...(await content(a, caller)), body: { text: "Akte 2" } }),
  deleteContent: content,
  uploadImage: async (a, { owner }) => ({
    body: { box_id: (await a.box({ owner })).id, image: new Blob([await pictureFile()]) },
  }),
  editImage: async (a, caller) => ({ ...(await image(a, caller)), body: { viewed: true } }),
  deleteImage: image,
  imageFile: image,
  imagePreview: image,
  listDeliveries: () => ({}),
  getDelivery: delivery(),
  createDelivery: async (a, { owner }) => ({
    body: {
      kind: 0,
      customer: owner.id,
      delivery_option: (await a.option({ owner, ...anyDay })).id,
      boxes: [(await a.box({ owner, state: 1 })).id],
      boxcontents: [(await a.content({ box: await a.box({ owner, state: 1 }) })).id],
      date: nextDeliveryDay(anyDay, new Date()),
      price: "12.50",
      comment: "Bitte an der Pforte abgeben",
    },
  }),
  editDelivery: async (a, caller) => ({
    ...(await delivery()(a, caller)),
    body: { price: "12.50", time: `${nextDeliveryDay(anyDay, new Date())}T08:00:00Z` },
  }),
  cancelDelivery: delivery(),
  postCancelDelivery: delivery(),
  startDelivery: delivery(),
  completeDelivery: delivery({ state: DeliveryState.processing }),
  listCollect: () => ({}),
  collectList: () => ({}),
  deliveryNote: delivery(),
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
  resolveScan: async (a, { owner }) => ({ query: { code: (await a.box({ owner })).code } }),
  printLabels: async (a, { owner }) => ({
    body: { codes: [{ code: (await a.box({ owner })).code, amount: 2 }], start: 3 },
  }),
  printRowLabels: async (a) => ({ body: { rows: [(await a.row()).id], start: 3 } }),
  archiveList: (_a, { owner }) => ({ path: { id: owner.id }, query: { from: 1, to: 10 } }),
  contentImages: (_a, { owner }) => ({ path: { id: owner.id }, query: { from: 1, to: 10 } }),
  destroyList: (_a, { owner }) => ({ path: { id: owner.id }, query: { from: "2020-01-31", to: "2099-12-31" } }),
  destroyRequest: customer,
  customerOverview: (_a, { owner }) => ({ path: { id: owner.id }, query: { from: 1, to: 10 } }),
  listApps: () => ({}),
  appFile: async (a) => ({ path: { id: (await a.app()).id } }),
};

/** What to send so that the named call of the contract succeeds. */
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
