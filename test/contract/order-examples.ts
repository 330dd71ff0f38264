import { randomUUID } from "node:crypto";
import { requests } from "#contract/examples.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { DeliveryKind, DeliveryState } from "#rules/deliveries/delivery-state.ts";
import { anyDay } from "#test/life/box-life-orders.ts";
import { pdfFile } from "#test/support/pdf-files.ts";
import type { factories } from "#test/support/factories.ts";
import type { Caller, Sent } from "./caller.ts";

type Example = (a: ReturnType<typeof factories>, caller: Caller) => Sent | Promise<Sent>;

const unique = () => randomUUID().slice(0, 13);
let closingDays = 0;

/** A delivery of scans that is picked, with its box. */
const toScan: (
  ...given: Parameters<Example>
) => Promise<{ readonly id: number; readonly box: { readonly id: number } }> = async (a, { owner }) => {
  const box = await a.box({ owner, state: 1 });
  return {
    ...(await a.delivery({ owner, boxes: [box], kind: DeliveryKind.copy, state: DeliveryState.processing })),
    box,
  };
};
const copyOf: Example = async (a, caller) => {
  const { box, ...delivery } = await toScan(a, caller);
  return { path: await a.copy(delivery, box, await a.user({ isStaff: true })) };
};

/** Where and when a customer is delivered to, pick-ups, and who waits for a box. */
export const orderExamples: Readonly<Record<string, Example>> = {
  listAddresses: (_a, { owner }) => ({ path: { id: owner.id } }),
  createAddress: (_a, { owner }) => ({
    path: { id: owner.id },
    body: { ...requests.createAddress.body, name: `Werk ${unique()}` },
  }),
  editAddress: async (a, { owner }) => ({ path: { id: (await a.address({ owner })).id }, ...requests.editAddress }),
  deleteAddress: async (a, { owner }) => ({ path: { id: (await a.address({ owner })).id } }),
  listClosingDays: () => ({}),
  createClosingDay: () => ({
    body: { ...requests.createClosingDay.body, day: addDays(berlinDay(new Date()), 30 + closingDays++) },
  }),
  deleteClosingDay: async (a) => ({ path: { id: (await a.closingDay()).id } }),
  toursOfDay: () => ({ ...requests.toursOfDay }),
  getTour: async (a, { owner }) => ({ path: await a.tour({ deliveries: [await a.delivery({ owner })] }) }),
  sheetOfTour: async (a, { owner }) => ({
    path: await a.tour({ deliveries: [await a.delivery({ owner })] }),
    ...requests.sheetOfTour,
  }),
  loadList: async (a, { owner }) => ({ path: await a.tour({ deliveries: [await a.delivery({ owner })] }) }),
  createTour: async (a, { owner }) => ({
    body: { ...requests.createTour.body, deliveries: [(await a.delivery({ owner })).id] },
  }),
  editTour: async (a) => ({ path: await a.tour(), ...requests.editTour }),
  deleteTour: async (a) => ({ path: await a.tour() }),
  setStops: async (a, { owner }) => ({
    path: await a.tour(),
    body: { deliveries: [(await a.delivery({ owner })).id], before: [] },
  }),
  startTour: async (a, { owner }) => ({ path: await a.tour({ deliveries: [await a.delivery({ owner })] }) }),
  endTour: async (a, { owner }) => ({ path: await a.tour({ deliveries: [await a.delivery({ owner })], state: 1 }) }),
  reportAbsence: async (a, { owner }) => {
    const { id } = await a.delivery({ owner });
    return { path: await a.tour({ deliveries: [{ id }], state: 1 }), body: { delivery: id, absence: "nobody" } };
  },
  listWaiting: async (a, { owner }) => ({ path: { id: (await a.box({ owner })).id } }),
  joinWaiting: async (a, { owner }) => ({ path: { id: (await a.box({ owner, state: 2 })).id }, body: {} }),
  leaveWaiting: async (a, { owner, userId }) => ({
    path: await a.waitingEntry({ id: userId }, await a.box({ owner, state: 2 })),
  }),
  addCopy: async (a, caller) => {
    const { id, box } = await toScan(a, caller);
    return { path: { id }, body: { box: box.id, file: new Blob([await pdfFile(2)]) } };
  },
  copyFile: copyOf,
  removeCopy: copyOf,
  setDeliveryAddress: async (a, { owner }) => ({
    path: { id: (await a.delivery({ owner })).id },
    body: { address: (await a.address({ owner })).id },
  }),
  setDeliveryLines: async (a, { owner }) => ({
    path: { id: (await a.delivery({ owner })).id },
    body: { boxes: [(await a.box({ owner, state: 1 })).id], boxcontents: [] },
  }),
  createPickup: async (a, { owner }) => ({
    body: {
      customer: owner.id,
      delivery_option: (await a.option({ owner, ...anyDay })).id,
      boxes: [(await a.box({ owner, state: 2 })).id],
      new_boxes: 2,
      empty_boxes: 1,
    },
  }),
};
