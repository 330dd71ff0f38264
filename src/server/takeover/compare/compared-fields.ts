import type { KindName } from "#server/takeover/old-system/kinds.ts";
import type { ComparedFields } from "./normal-forms.ts";

const option: ComparedFields = {
  description: "text",
  customer: "reference",
  days: "weekdays",
  fr: "time",
  to: "time",
  prior: "whole",
  window: "whole",
  price: "decimal",
};

/** Each field of specification 3 that is compared, and the form in which it is. */
export const comparedFields: Readonly<Record<KindName, ComparedFields>> = {
  areas: {
    name: "text",
    created: "moment",
    rows_count: "whole",
    boxes_count: "whole",
    rows: { entries: { number: "whole", reverse: "flag" } },
  },
  rows: { number: "whole", reverse: "flag", created: "moment", positions_count: "whole", area: "reference" },
  customers: {
    code: "whole",
    name: "text",
    notes: "text",
    address_name: "text",
    address_postcode: "text",
    address_city: "text",
    address_street: "text",
    meter_price: "decimal",
    users: "references",
    count_boxes: "whole",
    count_meters: "metres",
    count_boximages: "whole",
    count_boxcontents: "whole",
    count_deliveryoptions: "whole",
    deliveryoptions: { entries: option },
  },
  users: {
    first_name: "text",
    last_name: "text",
    email: "text",
    is_staff: "flag",
    gender: "text",
    phone1: "text",
    phone2: "text",
    last_login: "moment",
    init_password: "flag",
  },
  boxes: {
    code: "code",
    created: "moment",
    state: "whole",
    owner: "reference",
    size: "whole",
    destroyed: "day",
    meta_year: "whole",
    meta_destroy_year: "whole",
    meta_first_delivery_customer: "day",
    position: { fields: { created: "moment", height: "whole", part: "whole", row: "reference" } },
    images: { entries: { created: "moment", viewed: "flag" } },
    content: { entries: { text: "text", state: "whole" } },
    history: { entries: { state: "whole", created: "moment", user: "author", meta: "meta", text: "text" } },
  },
  deliveries: {
    code: "whole",
    created: "moment",
    kind: "whole",
    time: "moment",
    state: "whole",
    price: "decimal",
    comment: "text",
    customer: "reference",
    boxes: "references",
    boxcontents: "references",
  },
};

/** Counters of `/boxes/overview/`. */
export const comparedCounters: ComparedFields = {
  boxcontents_count: "whole",
  boxes_created_count: "whole",
  boxes_destroyed_count: "whole",
  boxes_in_stock_count: "whole",
  boxes_inconsistent_count: "whole",
  boxes_not_in_stock_count: "whole",
  boxes_ordered_count: "whole",
  boxes_retour_count: "whole",
};

/** Fields of specification 3 that are left out, each with its reason; people read them below the result. */
export const fieldsLeftOut: Readonly<Record<string, string>> = {
  "Nummer eines Platzes": "Magazin kennt einen Platz an seiner Box.",
  "Bilder von QR-Codes und Barcodes": "Jedes System zeichnet sie selbst; was die alten sagen, liest `check`.",
  "Adressen von Bildern": "Jedes System hat eigene; verglichen werden die Bytes.",
  "Angaben eines Eintrags im Verlauf, die nur eines von beiden nennt":
    "Magazin antwortet, woraus es den Satz des Eintrags macht.",
  "der Eintrag «übernommen» am Anfang von Magazins Verlauf": "Magazin schreibt ihn beim Laden.",
  "letzte Anmeldung der Konten, die lesen": "Sie haben sich für diesen Vergleich angemeldet.",
};
