import type { Query } from "#contract/route.ts";
import type { listAreas } from "#contract/calls/areas.ts";
import type { listBoxes } from "#contract/calls/boxes.ts";
import type { listCustomers } from "#contract/calls/customers.ts";
import type { listDeliveries } from "#contract/calls/deliveries.ts";
import type { listRows } from "#contract/calls/rows.ts";
import type { listUsers } from "#contract/calls/users.ts";
import { maxBoxNumber, maxCustomerCode } from "#rules/box-code.ts";
import { type BoxState, boxStates } from "#rules/box-state.ts";
import { isDay } from "#rules/dates.ts";
import type { DeliveryState } from "#rules/delivery-state.ts";

/** What stands behind the `?` of an address, as it was typed. */
export type RawSearch = Readonly<Record<string, unknown>>;

/** Of a key given twice the last value counts. */
export const parseSearch = (text: string): RawSearch => Object.fromEntries(new URLSearchParams(text));

/** Numbers stand as they are, unquoted. Page 1 is the address without a page, so that a list has one address. */
export function stringifySearch(search: RawSearch): string {
  const shown = (key: string, value: unknown) =>
    value !== undefined && value !== null && value !== "" && !(key === "page" && value === 1);
  const entries = Object.entries(search).filter(([key, value]) => shown(key, value));
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}

type List =
  | typeof listAreas
  | typeof listBoxes
  | typeof listCustomers
  | typeof listDeliveries
  | typeof listRows
  | typeof listUsers;
type Order<R extends List> = Query<R> extends { order_by?: infer O } ? NonNullable<O> : never;

const areaOrders = ["name", "-name", "rows_count", "-rows_count", "boxes_count", "-boxes_count"] as const;
const boxOrders = ["code", "-code", "customer", "-customer", "area", "-area"] as const;
const rowOrders = ["area", "-area", "number", "-number", "positions_count", "-positions_count"] as const;
const customerOrders = [
  "code",
  "-code",
  "name",
  "-name",
  "count_boxes",
  "-count_boxes",
  "count_boxcontents",
  "-count_boxcontents",
  "count_boximages",
  "-count_boximages",
] as const;
const deliveryOrders = [
  "code",
  "-code",
  "customer",
  "-customer",
  "kind",
  "-kind",
  "state",
  "-state",
  "time",
  "-time",
] as const;
const userOrders = ["last_name", "-last_name"] as const;

export interface AreaSearch {
  orderBy?: Order<typeof listAreas> | undefined;
}
export interface BoxSearch {
  page?: number | undefined;
  orderBy?: Order<typeof listBoxes> | undefined;
  owner?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
  state?: BoxState | undefined;
}
export interface RowSearch {
  page?: number | undefined;
  orderBy?: Order<typeof listRows> | undefined;
  area?: number | undefined;
}
export interface CustomerSearch {
  page?: number | undefined;
  orderBy?: Order<typeof listCustomers> | undefined;
  name?: string | undefined;
  code?: number | undefined;
}
export interface UserSearch {
  page?: number | undefined;
  orderBy?: Order<typeof listUsers> | undefined;
  last_name?: string | undefined;
  email?: string | undefined;
}
export interface DestructionSearch {
  page?: number | undefined;
}
export interface DeliverySearch {
  page?: number | undefined;
  orderBy?: Order<typeof listDeliveries> | undefined;
  box?: string | undefined;
  content?: string | undefined;
  state?: DeliveryState | undefined;
}
export interface DeliveryStepSearch {
  /** 0 customer, 1 option, 2 boxes and contents, 3 summary (specification 2). */
  step?: number | undefined;
}
/** A customer, and which numbers of its boxes. */
export interface CustomerRangeSearch {
  /** The id of the customer whose boxes are meant. */
  customer?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

// An address may come from anywhere: what is no valid value is dropped, the rest counts.

export const areaSearch = (raw: RawSearch): AreaSearch => ({ orderBy: oneOf(areaOrders, raw["orderBy"]) });

export const boxSearch = (raw: RawSearch): BoxSearch => ({
  page: page(raw["page"]),
  orderBy: oneOf(boxOrders, raw["orderBy"]),
  owner: whole(raw["owner"], 0, maxCustomerCode),
  from: whole(raw["from"], 0, maxBoxNumber),
  to: whole(raw["to"], 0, maxBoxNumber),
  state: boxStates.find((state) => state === whole(raw["state"], 0, boxStates.length)),
});

export const rowSearch = (raw: RawSearch): RowSearch => ({
  page: page(raw["page"]),
  orderBy: oneOf(rowOrders, raw["orderBy"]),
  area: whole(raw["area"], 1, Number.MAX_SAFE_INTEGER),
});

/** A new row may be asked for from its area's page. */
export const newRowSearch = (raw: RawSearch): Pick<RowSearch, "area"> => ({ area: rowSearch(raw).area });

export const customerSearch = (raw: RawSearch): CustomerSearch => ({
  page: page(raw["page"]),
  orderBy: oneOf(customerOrders, raw["orderBy"]),
  name: text(raw["name"]),
  code: whole(raw["code"], 0, maxCustomerCode),
});

export const userSearch = (raw: RawSearch): UserSearch => ({
  page: page(raw["page"]),
  orderBy: oneOf(userOrders, raw["orderBy"]),
  last_name: text(raw["last_name"]),
  email: text(raw["email"]),
});

export const destructionSearch = (raw: RawSearch): DestructionSearch => ({ page: page(raw["page"]) });

export const deliverySearch = (raw: RawSearch): DeliverySearch => ({
  page: page(raw["page"]),
  orderBy: oneOf(deliveryOrders, raw["orderBy"]),
  box: text(raw["box"]),
  content: text(raw["content"]),
  state: whole(raw["state"], 0, 3) as DeliveryState | undefined,
});

export const deliveryStepSearch = (raw: RawSearch): DeliveryStepSearch => ({ step: whole(raw["step"], 0, 3) });

export const customerRangeSearch = (raw: RawSearch): CustomerRangeSearch => ({
  customer: customer(raw),
  from: whole(raw["from"], 0, maxBoxNumber),
  to: whole(raw["to"], 0, maxBoxNumber),
});

export interface DestroyListSearch {
  customer?: number | undefined;
  /** Days, YYYY-MM-DD. */
  from?: string | undefined;
  to?: string | undefined;
}
export type DestroyRequestSearch = Pick<DestroyListSearch, "customer">;

export const destroyRequestSearch = (raw: RawSearch): DestroyRequestSearch => ({ customer: customer(raw) });

export const destroyListSearch = (raw: RawSearch): DestroyListSearch => ({
  customer: customer(raw),
  from: day(raw["from"]),
  to: day(raw["to"]),
});

export interface LoginSearch {
  /** Where to go after the sign-in. */
  next?: string | undefined;
}

export const loginSearch = (raw: RawSearch): LoginSearch => ({ next: internalTarget(raw["next"]) });

/** A remembered target, if it lies inside this product and is not the login itself (specification 2). */
export function internalTarget(target: unknown): string | undefined {
  // A browser reads "/\host" as "//host" and drops tabs and line breaks: both would lead elsewhere.
  if (typeof target !== "string" || !/^\/(?![/\\])[^\0-\x20\\\x7f]*$/.test(target)) return undefined;
  const inside = "http://inside.invalid";
  const url = URL.parse(target, inside);
  if (url?.origin !== inside || /^\/(login\/?)?$/.test(url.pathname)) return undefined;
  return url.pathname.startsWith("//") ? undefined : url.pathname + url.search + url.hash;
}

/** The id in an address: a positive integer; undefined for anything else. */
export const idIn = (text: string) => (/^[1-9]\d*$/.test(text) ? whole(text, 1, Number.MAX_SAFE_INTEGER) : undefined);

const customer = (raw: RawSearch) => whole(raw["customer"], 1, Number.MAX_SAFE_INTEGER);

const day = (value: unknown) => (typeof value === "string" && isDay(value) ? value : undefined);

const page = (value: unknown) => whole(value, 2, 1_000_000);

function whole(value: unknown, min: number, max: number): number | undefined {
  const digits = String(value);
  const number = Number(digits);
  return /^\d{1,16}$/.test(digits) && number >= min && number <= max ? number : undefined;
}

const text = (value: unknown) => (typeof value === "string" && value.trim() ? value.trim().slice(0, 200) : undefined);

const oneOf = <T extends string>(values: readonly T[], value: unknown) => values.find((known) => known === value);
