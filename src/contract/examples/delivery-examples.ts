import { code, created, inside, option, owner, pageOf, person, Position } from "./values.ts";

const Proof = { id: 2, kind: "signature", created };
const Delivery = {
  id: 8,
  code: 123,
  created,
  kind: 0,
  state: 0,
  time: "2026-12-24T07:00:00.000Z",
  price: "12.50",
  comment: "Bitte an der Pforte abgeben",
  cost_centre: "4711",
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
  copies: [],
};
const DigitalCopy = {
  id: 1_530_288_117,
  pages: 12,
  bytes: 482_113,
  created,
  kept_until: "2026-12-24",
  deleted: null,
};
const DeliveryBox = { id: 1, code, state: 4, version: 3, content_count: 1, position: Position, ...line };
const DeliveryContent = {
  id: 9,
  text: inside.text,
  state: 2,
  box: { id: 2, code: "0042000124", state: 1, position: Position },
  ...line,
};
const DeliveryEvent = { kind: "created", created, user: person, from: null, to: null };

const DeliveryAddress = {
  name: "Werk Nord",
  street: "Hafenstraße 12",
  postcode: "01097",
  city: "Dresden",
  contact: "Frau Lehmann",
  phone: "0351 1234",
  hours: "8 – 15 Uhr",
  note: "Anlieferung über Tor 2",
};
const ClosingDay = { id: 4, day: "2026-12-24", text: "Heiligabend", deliveries: 0 };
const WaitingEntry = {
  id: 1_204_377_101,
  content: null,
  user: person,
  own: true,
  created,
  reserved_until: "2026-11-05",
};
const TourDelivery = {
  delivery: 8,
  code: 123,
  kind: Delivery.kind,
  state: Delivery.state,
  time: Delivery.time,
  comment: "Bitte an der Pforte abgeben",
  customer: owner,
  address: DeliveryAddress,
  window: { from: "08:00", to: "16:00" },
  boxes_count: 3,
  boxcontents_count: 0,
  empty_boxes: 0,
  left_count: 1,
  loaded_count: 2,
};
const DeliveryStop = { id: 71, ...TourDelivery, ended: null, absence: null };
const VanTour = {
  id: 5,
  day: "2026-12-24",
  vehicle: "DD-MA 12",
  driver: "Herr Kurz",
  state: 0,
  started: null,
  ended: null,
  stops_count: 1,
  done_count: 0,
};
const ClosedDay = { day: "2026-12-25", name: "1. Weihnachtstag" };

/** Deliveries, their lines and proofs. */
const CollectLine = {
  delivery: { id: 8, code: 123, time: Delivery.time },
  customer: owner,
  box: { id: 1, code },
  content: null,
  position: Position,
};

export const deliveryExamples = {
  requests: {
    createDelivery: {
      body: {
        kind: 0,
        customer: owner.id,
        delivery_option: 3,
        boxes: [1],
        boxcontents: [9],
        date: "2026-12-24",
        due_back: "2027-01-31",
        rush_reason: null,
        price: "12.50",
        comment: "Bitte an der Pforte abgeben",
        cost_centre: "4711",
      },
    },
    createPickup: {
      body: {
        customer: owner.id,
        delivery_option: 3,
        boxes: [1],
        boxcontents: [],
        new_boxes: 20,
        size: 400,
        empty_boxes: 5,
        date: "2026-12-24",
        comment: "Eingang Hof, bitte klingeln",
      },
    },
    joinWaiting: { body: { content: null } },
    editDelivery: { body: { price: "12.50", time: "2026-12-24T08:00:00Z" } },
    setDeliveryAddress: { body: { address: 5, before: { address: DeliveryAddress } } },
    setDeliveryLines: { body: { boxes: [1, 2], boxcontents: [], before: { boxes: [1], boxcontents: [] } } },
    createAddress: { body: DeliveryAddress },
    editAddress: { body: { phone: "0351 5678" } },
    createClosingDay: { body: { day: "2026-12-24", text: "Heiligabend" } },
    addCopy: { body: { content: 9 } },
    toursOfDay: { query: { day: VanTour.day } },
    sheetOfTour: { query: { format: "csv" } },
    createTour: { body: { day: VanTour.day, vehicle: VanTour.vehicle, driver: VanTour.driver, deliveries: [8] } },
    editTour: { body: { driver: "Frau Lang" } },
    setStops: { body: { deliveries: [8], before: [8] } },
    reportAbsence: { body: { delivery: 8, absence: "nobody" } },
    addProof: { body: { id: "0b0e7a4e-5b1c-4c1f-9a7e-2f6d3c1b8a90", kind: "signature" } },
  },
  shapes: {
    Delivery,
    DeliveryBox,
    DeliveryContent,
    DeliveryEvent,
    DeliveryAddress,
    CustomerAddress: { id: 6, ...DeliveryAddress, is_default: true },
    ClosingDay,
    ClosedDay,
    WaitingEntry,
    TourDelivery,
    DeliveryStop,
    VanTour,
    VanTourDetail: { ...VanTour, results: [DeliveryStop] },
    Proof,
    DigitalCopy,
    DeliveryDetail: {
      ...Delivery,
      delivery_option: option,
      address: DeliveryAddress,
      boxes: [DeliveryBox],
      boxcontents: [DeliveryContent],
      events: [DeliveryEvent],
      proofs: [Proof],
      empty_boxes: 0,
      due_back: "2027-01-31",
      rush_reason: null,
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
    CollectLine,
  },
  replies: {
    listCollect: { ...pageOf(CollectLine), all_count: 240, due_count: 12 },
    toursOfDay: { results: [VanTour], free: [{ ...TourDelivery, delivery: 9, code: 124 }] },
    listWaiting: { results: [WaitingEntry] },
    joinWaiting: { results: [WaitingEntry] },
    addProof: { proof: Proof },
    listAddresses: { results: [{ id: 6, ...DeliveryAddress, is_default: true }] },
    nextDelivery: {
      day: "2026-12-24",
      today: "2026-12-23",
      last: "2028-12-24",
      closed: [{ day: "2026-12-25", name: "1. Weihnachtstag" }],
      price: "12.50",
    },
    listClosingDays: { results: [ClosingDay], land: "Sachsen", holidays: [ClosedDay] },
  },
} as const;
