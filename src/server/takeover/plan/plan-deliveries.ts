import { textLength } from "#contract/limits.ts";
import { DeliveryKind, DeliveryState, deliveryStates } from "#rules/deliveries/delivery-state.ts";
import { claim } from "./facts.ts";
import type { Thing } from "./ledger.ts";
import { deliveryThing } from "./old-things.ts";
import { oldId, isObject, type OldObject, referenceIn, referencesIn, oldText, wholeIn } from "./old-values.ts";
import type { PlannedRows } from "./planned-rows.ts";
import { planMoment, type Planning, planPrice, planText } from "./plan-fields.ts";

type Delivery = PlannedRows["deliveries"];

const leftOut = "weglassen";
const kinds = Object.values(DeliveryKind) as number[];
const states = deliveryStates as number[];
const answeredKinds: Readonly<Record<string, number>> = { Kunden: DeliveryKind.customer, Zurück: DeliveryKind.return };
const answeredStates: Readonly<Record<string, number>> = {
  offen: DeliveryState.open,
  abgeschlossen: DeliveryState.completed,
  storniert: DeliveryState.canceled,
};

/** True of a delivery that is still to be carried out. */
export const isOpenDelivery = (old: OldObject): boolean => {
  const state = wholeIn(old["state"]);
  return state === DeliveryState.open || state === DeliveryState.processing;
};

/** The boxes, or the contents, that a delivery names; null in the place of one that is deleted. */
export const namedIn = (old: OldObject, field: "boxes" | "boxcontents"): (number | null)[] => referencesIn(old[field]);

/** A delivery as it comes along; null where it waits for an answer, or is left out. */
export function planDelivery(planning: Planning, old: OldObject): Delivery | null {
  const { ledger, facts } = planning;
  const thing = deliveryThing(old);
  ledger.begin();
  const customer = referenceIn(old["customer"]);
  if (customer === null || !facts.customers.has(customer)) {
    const said =
      customer === null
        ? "Die Lieferung nennt keinen Kunden."
        : `Den Kunden unter /customers/${customer} gibt es nicht.`;
    ledger.ask("delivery-without-customer", thing, said);
    return null;
  }
  const code = planDeliveryCode(planning, old, thing);
  const kind = planKind(planning, old, thing);
  const state = kind === null ? null : planDeliveryState(planning, old, thing, kind);
  const lines = planLines(planning, old, thing, customer);
  const price = oldText(old["price"]) === "" ? null : planPrice(planning, thing, old["price"]);
  const created = planMoment(planning, thing, ["created", old["created"]], { required: true });
  const time = planMoment(planning, thing, ["time", old["time"]], { mayCome: true });
  const comment = planText(planning, thing, ["comment", old["comment"]], textLength);
  if (ledger.waits || code === null || kind === null || state === null || lines === null || created === null)
    return null;
  return { id: oldId(old), code, customer, created, kind, time, state, price, comment, ...lines };
}

function planDeliveryCode({ ledger, facts }: Planning, old: OldObject, thing: Thing): number | null {
  const id = oldId(old);
  const code = wholeIn(old["code"]);
  if (code !== null && code >= 1 && claim(facts.deliveryCodes, code, id) === id) return code;
  const said =
    code === null || code < 1
      ? `Die Nummer ist «${oldText(old["code"])}».`
      : `Die Nummer hat auch die Lieferung unter /deliveries/${facts.deliveryCodes.get(code)}.`;
  const refuses = (answer: string) =>
    answer === leftOut || (facts.deliveryCodes.get(Number(answer)) ?? id) === id
      ? null
      : "Diese Nummer hat schon eine andere Lieferung.";
  const answer = ledger.ask("delivery-code", thing, said, { refuses });
  if (answer === null || answer === leftOut) return null;
  claim(facts.deliveryCodes, Number(answer), id);
  return Number(answer);
}

/** Null where it waits, or is left out. */
function planKind({ ledger }: Planning, old: OldObject, thing: Thing): number | null {
  const kind = wholeIn(old["kind"]);
  if (kind !== null && kinds.includes(kind)) return kind;
  const answer = ledger.ask("delivery-kind-unknown", thing, `Die Art ist «${oldText(old["kind"])}».`);
  return answeredKinds[answer ?? ""] ?? null;
}

function planDeliveryState({ ledger }: Planning, old: OldObject, thing: Thing, kind: number): number | null {
  let state = wholeIn(old["state"]);
  if (state === null || !states.includes(state)) {
    const answer = ledger.ask("delivery-state-unknown", thing, `Der Status ist «${oldText(old["state"])}».`);
    state = answeredStates[answer ?? ""] ?? null;
  }
  if (kind !== DeliveryKind.return || state !== DeliveryState.canceled) return state;
  const answer = ledger.ask("return-canceled", thing, "Die Rückgabe ist storniert.");
  return answeredStates[answer ?? ""] ?? null;
}

type Line = readonly [field: "boxes" | "boxcontents", id: number];

/** The lines that come along; null where the delivery waits, or is left out. */
function planLines(
  planning: Planning,
  old: OldObject,
  thing: Thing,
  customer: number,
): Pick<Delivery, "boxes" | "contents"> | null {
  const { facts, ledger } = planning;
  const fields = ["boxes", "boxcontents"] as const;
  const named = fields.flatMap((field) => namedIn(old, field).map((id) => [field, id] as const));
  const lines = named.filter((line): line is Line => line[1] !== null);
  if (lines.length < named.length)
    ledger.found("delivery-content-deleted", thing, `${named.length - lines.length} Zeilen ohne Box oder Inhalt.`);
  const ownerOf = ([field, id]: Line) => (field === "boxes" ? facts.ownersOfBoxes : facts.ownersOfContents).get(id);
  const isThere = ([field, id]: Line) => (field === "boxes" ? facts.boxes : facts.contents).has(id);
  const promised = ([field, id]: Line) => (field === "boxes" ? facts.promisedBoxes : facts.promisedContents).get(id);
  const of = oldId(old);
  const problems = [
    ["delivery-line-gone", lines.filter((line) => !isThere(line))],
    ["delivery-of-others", lines.filter((line) => (ownerOf(line) ?? customer) !== customer)],
    ["promised-twice", lines.filter((line) => isOpenDelivery(old) && (promised(line) ?? of) !== of)],
  ] as const;
  const dropped = new Set<Line>();
  for (const [rule, wrong] of problems) {
    if (wrong.length === 0) continue;
    const answer = ledger.ask(rule, thing, `Es geht um ${showLines(old, wrong)}.`);
    if (answer === null || answer === leftOut) return null;
    for (const line of wrong) dropped.add(line);
  }
  const kept = lines.filter((line) => !dropped.has(line) && ownerOf(line) !== undefined);
  const ids = (wanted: Line[0]) => [...new Set(kept.flatMap(([field, id]) => (field === wanted ? [id] : [])))];
  return { boxes: ids("boxes"), contents: ids("boxcontents") };
}

const mostNamed = 3;

/** Lines as people know them: by the code or text that the delivery names. */
function showLines(old: OldObject, lines: readonly Line[]): string {
  const names = lines.slice(0, mostNamed).map(([field, id]) => {
    const list = old[field];
    const object = Array.isArray(list) ? list.find((each) => referenceIn(each) === id) : undefined;
    const named = isObject(object) ? oldText(object["code"]) || oldText(object["text"]) : "";
    return `${field === "boxes" ? "die Box" : "den Inhalt"} ${named || `unter der Nummer ${id} des alten Systems`}`;
  });
  const rest = lines.length > mostNamed ? ` und ${lines.length - mostNamed} weitere` : "";
  return names.join(", ") + rest;
}
