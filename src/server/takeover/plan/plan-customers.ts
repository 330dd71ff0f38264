import { maxOptionHours, nameLength, textLength } from "#contract/limits.ts";
import { maxCustomerCode } from "#rules/stock/box-code.ts";
import { isBefore, parseTime } from "#rules/times.ts";
import { claim } from "./facts.ts";
import type { Thing } from "./ledger.ts";
import { customerThing, optionThing } from "./old-things.ts";
import { oldId, objectsOf, type OldObject, referencesIn, oldText, wholeIn } from "./old-values.ts";
import type { PlannedRows } from "./planned-rows.ts";
import { type Planning, planPrice, planText, showField } from "./plan-fields.ts";

/** A customer as it comes along; null where it waits for an answer. */
export function planCustomer(planning: Planning, old: OldObject): PlannedRows["customers"] | null {
  const { ledger, facts } = planning;
  const thing = customerThing(old);
  const id = oldId(old);
  ledger.begin();
  const code = planCode(planning, old, thing);
  facts.customers.set(id, code);
  const text = (field: string, max: number, required = false) =>
    planText(planning, thing, [field, old[field]], max, required);
  const texts = {
    name: text("name", nameLength, true),
    notes: text("notes", textLength),
    address_name: text("address_name", nameLength),
    address_city: text("address_city", nameLength),
    address_street: text("address_street", nameLength),
    ...planPostcode(planning, old, thing),
  };
  const meter_price = oldText(old["meter_price"]) === "" ? "0.00" : planPrice(planning, thing, old["meter_price"]);
  for (const user of referencesIn(old["users"]))
    if (user === null || !facts.users.has(user))
      ledger.found(
        "customer-user-gone",
        thing,
        `Einen zugeordneten User gibt es nicht (seine Nummer im alten System: ${user}).`,
      );
  return ledger.waits || code === null ? null : { id, code, ...texts, meter_price };
}

function planCode({ ledger, facts }: Planning, old: OldObject, thing: Thing): number | null {
  const id = oldId(old);
  const code = wholeIn(old["code"]);
  const refuses = (other: string) =>
    (facts.customerCodes.get(Number(other)) ?? id) === id ? null : "Diese Nummer hat schon ein anderer Kunde.";
  const borne = facts.borneCodes.get(id);
  const boxes = borne === undefined ? "" : ` Seine Boxen tragen ${borne}.`;
  const isCode = code !== null && code >= 0 && code <= maxCustomerCode;
  if (isCode && claim(facts.customerCodes, code, id) === id) return code;
  const answer = isCode
    ? ledger.ask(
        "customer-code-twice",
        thing,
        `Die Nummer hat auch der Kunde unter /customers/${facts.customerCodes.get(code)}.${boxes}`,
        { refuses },
      )
    : ledger.ask("customer-code-unreadable", thing, `Die Nummer ist «${oldText(old["code"])}».${boxes}`, { refuses });
  if (answer === null) return null;
  claim(facts.customerCodes, Number(answer), id);
  return Number(answer);
}

function planPostcode(
  planning: Planning,
  old: OldObject,
  thing: Thing,
): { address_postcode: string; address_city?: string } {
  const { ledger } = planning;
  const postcode = oldText(old["address_postcode"]).trim();
  if (postcode === "" || /^\d{5}$/.test(postcode)) return { address_postcode: postcode };
  const [, ofGermany] = /^D[-\s]*(\d{5})$/i.exec(postcode) ?? [];
  if (ofGermany !== undefined) {
    ledger.found("postcode-of-germany", thing, `Aus «${postcode}» wird ${ofGermany}.`);
    return { address_postcode: ofGermany };
  }
  const answer = ledger.ask("postcode-letters", thing, `Die PLZ ist «${postcode}».`);
  if (answer !== null && answer !== "zum Ort") return { address_postcode: answer };
  const city = planText(
    planning,
    thing,
    ["address_city", `${postcode} ${oldText(old["address_city"])}`.trim()],
    nameLength,
  );
  return { address_postcode: "", address_city: city };
}

/** The delivery options of a customer that come along. */
export function planOptions(planning: Planning, customer: OldObject): PlannedRows["options"][] {
  const thing = customerThing(customer);
  return objectsOf(customer["deliveryoptions"]).flatMap((old) => {
    const option = planOption(planning, old, optionThing(old, thing), oldId(customer));
    return option === null ? [] : [option];
  });
}

function planOption(planning: Planning, old: OldObject, thing: Thing, customer: number): PlannedRows["options"] | null {
  const { ledger } = planning;
  ledger.begin();
  const hours = (field: string): number => {
    const value = wholeIn(old[field]);
    if (value !== null && value >= 0 && value <= maxOptionHours) return value;
    return Number(
      ledger.ask("option-number", thing, `${showField(field)} ist «${oldText(old[field])}».`, { field }) ?? 0,
    );
  };
  const description = planText(planning, thing, ["description", old["description"]], nameLength, true);
  const days = planDays(planning, old, thing);
  const times = planHours(planning, old, thing);
  const [prior, window] = [hours("prior"), hours("window")];
  const price = planPrice(planning, thing, old["price"]);
  const isLeftOut = days === null || times === null || Number.isNaN(prior) || Number.isNaN(window);
  return ledger.waits || isLeftOut
    ? null
    : { id: oldId(old), customer, description, days, ...times, prior, window, price };
}

const leftOut = "weglassen";

/** Null where the option waits, or is left out. */
function planDays({ ledger }: Planning, old: OldObject, thing: Thing): string | null {
  const days = (Array.isArray(old["days"]) ? old["days"].map(oldText) : oldText(old["days"]).split(","))
    .map((day) => day.trim())
    .filter((day) => day !== "");
  if (days.length > 0 && days.every((day) => /^[1-7]$/.test(day))) return [...new Set(days)].sort().join(",");
  const said = days.length === 0 ? "Kein Tag ist genannt." : `Die Tage sind «${days.join(",")}».`;
  const answer = ledger.ask("option-without-days", thing, said);
  return answer === leftOut ? null : answer;
}

function planHours({ ledger }: Planning, old: OldObject, thing: Thing): { fr: string; to: string } | null {
  const time = (value: unknown) => parseTime(oldText(value).replace(/^(\d{1,2}:\d{2}):\d{2}(\.\d+)?$/, "$1"));
  const [fr, to] = [time(old["fr"]), time(old["to"])];
  if (fr !== null && to !== null && isBefore(fr, to)) return { fr, to };
  const said = `von ist «${oldText(old["fr"])}», bis ist «${oldText(old["to"])}».`;
  const canSwap = fr !== null && to !== null && fr !== to;
  const answer = ledger.ask("option-hours", thing, said, canSwap ? {} : { words: [leftOut] });
  if (answer === null || answer === leftOut) return null;
  if (answer === "tauschen") return { fr: to ?? "", to: fr ?? "" };
  const [from = "", until = ""] = answer.split("-");
  return { fr: from, to: until };
}
