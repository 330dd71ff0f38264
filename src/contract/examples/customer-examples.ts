import { created, hours, option, owner, person, someone } from "./values.ts";

const address = {
  address_name: "Klinikum Nord gGmbH",
  address_postcode: "28195",
  address_city: "Bremen",
  address_street: "Am Wall 1",
  address_country: "DE" as const,
};
const Customer = {
  ...owner,
  created,
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

/** Customers and their delivery options. */
export const customerExamples = {
  requests: {
    createCustomer: {
      body: { name: owner.name, code: owner.code, notes: "", ...address, meter_price: "1.50", user_ids: [] },
    },
    editCustomer: { body: { name: owner.name, notes: "", ...address, meter_price: "1.50" } },
    setCostCentres: { body: { cost_centres: ["4711", "4712 Einkauf"] } },
    createDeliveryOption: { body: { customer: owner.id, description: "Standard", from: "08:00", ...hours } },
    copyDeliveryOptions: { body: { customer: owner.id, from: 8 } },
    editDeliveryOption: { body: { description: "Express", from: "08:00", ...hours } },
  },
  shapes: {
    Customer,
    CustomerDetail: {
      ...Customer,
      may_invite: true,
      unique_numbers: false,
      users: [{ id: 6, ...person, email: someone.email }],
    },
    StoredMonth: { month: "2026-11", meters: 42.8 },
    DeliveryOption: option,
    CustomerSummary: {
      due: [{ year: 2026, boxes: 12 }],
      marked: 1,
      destroyed: 1,
      deliveries: [{ id: 8, code: 123, kind: 0, state: 0, time: created, boxes_count: 1, boxcontents_count: 1 }],
    },
  },
  replies: {
    copyDeliveryOptions: [option],
    listCostCentres: { cost_centres: ["4711", "4712 Einkauf"], may_set: true, must_name: false },
    setCostCentres: { cost_centres: ["4711", "4712 Einkauf"], may_set: true, must_name: false },
    storedMetres: { months: [{ month: "2026-11", meters: 42.8 }] },
  },
} as const;
