import { parseBoxCode, showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { type KindName, readKinds } from "#server/takeover/old-system/kinds.ts";
import type { Thing } from "./ledger.ts";
import { authorIn, isObject, type OldObject, oldText, wholeIn } from "./old-values.ts";

const longest = 60; // signs of a name in a sentence

const quoted = (text: string) =>
  text.length <= longest ? `«${text}»` : `«${Array.from(text).slice(0, longest).join("")}…»`;

const thing = (kind: string, id: number | string, name: string, page: string): Thing => ({ kind, id, name, page });

/** Screens of the specification, section 2; users have none of their own. */
const pages = {
  areas: (id) => `/stock/areas/${id}`,
  rows: (id) => `/stock/rows/${id}`,
  customers: (id) => `/customers/${id}`,
  users: () => "/users",
  boxes: (id) => `/stock/boxes/${id}`,
  deliveries: (id) => `/deliveries/${id}`,
} satisfies Readonly<Record<KindName, (id: number | string) => string>>;

export const areaThing = (old: OldObject): Thing =>
  thing("areas", oldText(old["id"]), `Bereich ${quoted(oldText(old["name"]))}`, pages.areas(oldText(old["id"])));

export function rowThing(old: OldObject): Thing {
  const area = isObject(old["area"]) ? `, ${oldText(old["area"]["name"])}` : "";
  return thing("rows", oldText(old["id"]), `Reihe ${oldText(old["number"])}${area}`, pages.rows(oldText(old["id"])));
}

export function customerThing(old: OldObject): Thing {
  const code = wholeIn(old["code"]);
  const name = `${code === null ? "" : `${showCustomerCode(code)} `}${quoted(oldText(old["name"]))}`;
  return thing("customers", oldText(old["id"]), `Kunde ${name}`, pages.customers(oldText(old["id"])));
}

export function optionThing(old: OldObject, customer: Thing): Thing {
  const name = `Lieferoption ${quoted(oldText(old["description"]))}, ${customer.name}`;
  return thing("options", oldText(old["id"]), name, customer.page);
}

export const userThing = (old: OldObject): Thing =>
  thing("users", oldText(old["id"]), `User ${authorIn(old) || quoted(oldText(old["email"]))}`, pages.users());

export function boxThing(old: OldObject): Thing {
  const code = parseBoxCode(oldText(old["code"]));
  const name = code === null ? quoted(oldText(old["code"])) : showBoxCode(code);
  return thing("boxes", oldText(old["id"]), `Box ${name}`, pages.boxes(oldText(old["id"])));
}

export const contentThing = (old: OldObject, box: Thing): Thing =>
  thing("contents", oldText(old["id"]), `Inhalt ${quoted(oldText(old["text"]))}, ${box.name}`, box.page);

export const pictureThing = (old: OldObject, box: Thing): Thing =>
  thing("images", oldText(old["id"]), `Bild ${oldText(old["id"])}, ${box.name}`, box.page);

export const entryThing = (old: OldObject, box: Thing): Thing =>
  thing("history", oldText(old["id"]), `Eintrag ${oldText(old["id"])}, ${box.name}`, box.page);

export function deliveryThing(old: OldObject): Thing {
  const code = wholeIn(old["code"]);
  const name = code === null ? quoted(oldText(old["code"])) : showDeliveryCode(code);
  return thing("deliveries", oldText(old["id"]), `Lieferung ${name}`, pages.deliveries(oldText(old["id"])));
}

/** An object that was in a list and could not be read. */
export const unreadThing = (kind: KindName, id: string): Thing =>
  thing(kind, id, `${readKinds[kind].title}: Nummer ${id} des alten Systems`, pages[kind](id));
