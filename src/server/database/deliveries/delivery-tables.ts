import type { ColumnType, Generated } from "kysely";
import type { DeliveryAddress } from "#rules/deliveries/delivery-address.ts";
import type { Absence, TourState } from "#rules/deliveries/tours.ts";
import type { DeliveryKind, DeliveryState } from "#rules/deliveries/delivery-state.ts";

interface DeliveryLine {
  delivery_id: number;
  customer_id: number;
  open: Generated<boolean>;
  picked: string | null;
  missing: string | null;
  received: string | null;
  text: string | null;
}

/** The tables of deliveries, and of where and when they come. */
export interface DeliveryTables {
  delivery_counts: { customer_id: number; kind: DeliveryKind; state: DeliveryState; deliveries: number };
  /**
   * Numbers of things ordered, scanned and handed over in a month that is over, of a customer and, without one, of all. `dated` are those with a day.
   */
  delivery_months: {
    customer_id: number | null;
    month: string;
    orders: number;
    scans: number;
    deliveries: number;
    dated: number;
    in_time: number;
    median_hours: string | null;
    ninetieth_hours: string | null;
  };
  /** Numbers of things handed over in such a month, by delivery option, with the window that the option had. */
  option_months: {
    customer_id: number;
    month: string;
    option_id: number | null;
    window_hours: number | null;
    deliveries: number;
    dated: number;
    in_time: number;
    median_hours: string;
    ninetieth_hours: string;
  };
  waiting_entries: {
    id: Generated<number>;
    customer_id: number;
    box_id: number;
    content_id: number | null;
    user_id: number;
    created: Generated<string>;
    told: string | null;
    reserved_until: string | null;
  };
  tours: {
    id: ColumnType<number, never, never>;
    day: string;
    vehicle: Generated<string>;
    driver: Generated<string>;
    state: Generated<TourState>;
    user_id: number | null;
    created: Generated<string>;
    started: string | null;
    ended: string | null;
  };
  tour_stops: {
    id: ColumnType<number, never, never>;
    tour_id: number;
    delivery_id: number;
    place: number;
    ended: string | null;
    absence: Absence | null;
  };
  delivery_options: {
    id: Generated<number>;
    customer_id: number;
    description: string;
    days: number[];
    from_time: string;
    to_time: string;
    prior_hours: number;
    window_hours: number;
    price: string;
    rush: Generated<boolean>;
    created: Generated<string>;
  };
  customer_addresses: {
    id: Generated<number>;
    customer_id: number;
    name: string;
    street: Generated<string>;
    postcode: Generated<string>;
    city: Generated<string>;
    contact: Generated<string>;
    phone: Generated<string>;
    hours: Generated<string>;
    note: Generated<string>;
    is_default: Generated<boolean>;
    created: Generated<string>;
  };
  closing_days: {
    id: Generated<number>;
    day: string;
    text: string;
    user_id: number | null;
    created: Generated<string>;
  };
  deliveries: {
    id: Generated<number>;
    code: Generated<number>;
    customer_id: number;
    option_id: number | null;
    kind: DeliveryKind;
    state: Generated<DeliveryState>;
    time: string | null;
    price: Generated<string>;
    comment: Generated<string>;
    cost_centre: Generated<string>;
    /** As it was when it was ordered. */
    address: DeliveryAddress | null;
    user_id: number | null;
    created: Generated<string>;
    empty_boxes: Generated<number>;
    due_back: string | null;
    rush_reason: string | null;
  };
  delivery_boxes: DeliveryLine & {
    box_id: number;
    loaded: string | null;
    unloaded: string | null;
    fate: "delivered" | "back" | null;
  };
  delivery_contents: DeliveryLine & {
    id: Generated<number>;
    content_id: number | null;
    box_id: number;
    content: string;
  };
  delivery_proofs: {
    id: Generated<number>;
    proof: string;
    delivery_id: number;
    customer_id: number;
    kind: "signature" | "photo";
    sha256: Buffer;
    content_type: string;
    bytes: number;
    user_id: number | null;
    created: Generated<string>;
  };
  digital_copies: {
    id: Generated<number>;
    delivery_id: number;
    customer_id: number;
    box_id: number;
    /** The line of a single content; null where the whole box was scanned. */
    line_id: number | null;
    sha256: Buffer;
    bytes: number;
    pages: number;
    user_id: number | null;
    created: Generated<string>;
    kept_until: string;
    deleted: string | null;
  };
  delivery_events: {
    id: Generated<number>;
    delivery_id: number;
    kind: "started" | "price" | "time" | "cost_centre" | "address" | "boxes" | "boxcontents" | "completed" | "canceled";
    user_id: number | null;
    from_value: string | null;
    to_value: string | null;
    created: Generated<string>;
  };
}
