import { maxBoxSize, maxDestroyYear, maxMetaYear, minDestroyYear, minMetaYear } from "#contract/limits.ts";
import { berlinDay, dayMeant, showDate } from "#rules/dates.ts";
import { boxCode, parseBoxCode, showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { parseRowScan } from "#rules/stock/positions.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { planPlace, unknownState } from "./box-places.ts";
import { claim } from "./facts.ts";
import type { Thing } from "./ledger.ts";
import { boxThing } from "./old-things.ts";
import { oldId, objectsOf, type OldObject, referenceIn, oldText, wholeIn } from "./old-values.ts";
import { planContents, planHistory, planPictures } from "./plan-box-parts.ts";
import type { PlannedRows } from "./planned-rows.ts";
import { planMoment, type Planning, planSign, showField } from "./plan-fields.ts";

type Box = PlannedRows["boxes"];

/** A box as it comes along, with all that is in it; null where it waits for an answer, or is left out. */
export function planBox(planning: Planning, old: OldObject): Box | null {
  const { ledger, facts } = planning;
  const thing = boxThing(old);
  const id = oldId(old);
  ledger.begin();
  const owner = planOwner(planning, old, thing);
  const said = owner === null ? null : planState(planning, old, thing);
  if (owner === null || said === null) {
    facts.ownersOfBoxes.delete(id);
    return null;
  }
  facts.ownersOfBoxes.set(id, owner.customer);
  for (const content of objectsOf(old["content"])) {
    const contentId = oldId(content);
    if (facts.namedContents.has(contentId)) facts.ownersOfContents.set(contentId, owner.customer);
  }
  const { state, position } = planOrdered(planning, old, thing, planPlace(planning, old, thing, said));
  const created = planMoment(planning, thing, ["created", old["created"]], { required: true });
  const history = planHistory(planning, old, thing);
  const box = {
    id,
    ...owner,
    created: created ?? "",
    state,
    position,
    size: planSize(planning, old, thing),
    destroyed: planDestroyed(planning, old, thing, { state, history }),
    meta_year: planYear(planning, old, thing, ["meta_year", minMetaYear, maxMetaYear]),
    meta_destroy_year: planYear(planning, old, thing, ["meta_destroy_year", minDestroyYear, maxDestroyYear]),
    meta_first_delivery: planDay(planning, old, thing, "meta_first_delivery_customer"),
    contents: planContents(planning, old, thing, state),
    images: planPictures(planning, old, thing),
    history,
    barcode: planBarcode(planning, old, thing, owner),
  };
  return ledger.waits ? null : box;
}

/** Whose box it is and its number; null where it is left out. While a question of it is open, the number may be 0. */
function planOwner(planning: Planning, old: OldObject, box: Thing): Pick<Box, "customer" | "number"> | null {
  const { ledger, facts } = planning;
  const code = parseBoxCode(oldText(old["code"]));
  const ofCode = code === null ? undefined : facts.customerCodes.get(Number(code.slice(0, 4)));
  let customer = referenceIn(old["owner"]);
  if (customer === null || !facts.customers.has(customer)) {
    const words = ["weglassen", ...(ofCode === undefined ? [] : ["Code"])];
    const said =
      customer === null ? "Die Box nennt keinen Kunden." : `Den Kunden unter /customers/${customer} gibt es nicht.`;
    const answer = ledger.ask("box-without-customer", box, said, { words });
    if (answer === "weglassen") return null;
    customer = ofCode ?? 0;
  }
  if (code === null)
    return planNumber(planning, old, customer, (refuses) =>
      ledger.ask("code-unreadable", box, `Der Code ist «${oldText(old["code"])}».`, { refuses }),
    );
  const number = Number(code.slice(4));
  const customerCode = facts.customers.get(customer) ?? null;
  if (customerCode === null) ledger.waits = true;
  const isForeign = customerCode !== null && Number(code.slice(0, 4)) !== customerCode;
  if (isForeign) return planForeign(planning, old, { box, customer, customerCode, number, ofCode });
  const first = claim(facts.codes, customerCode === null ? code : boxCode(customerCode, number), oldId(old));
  if (first === oldId(old)) return { customer, number };
  return planNumber(planning, old, customer, (refuses) =>
    ledger.ask("code-twice", box, `Den Code ${showBoxCode(code)} trägt auch die Box unter /stock/boxes/${first}.`, {
      refuses,
    }),
  );
}

interface ForeignCode {
  readonly box: Thing;
  readonly customer: number;
  readonly customerCode: number;
  readonly number: number;
  /** Whose number the code bears. */
  readonly ofCode: number | undefined;
}

function planForeign(planning: Planning, old: OldObject, of: ForeignCode): Pick<Box, "customer" | "number"> | null {
  const { ledger, facts } = planning;
  const { box, customer, customerCode, number, ofCode } = of;
  const words = ["Kunde", ...(ofCode === undefined ? [] : ["Code"]), "weglassen"];
  const codeOf = (answer: string) => {
    if (answer === "Code") return boxCode(facts.customers.get(ofCode ?? 0) ?? 0, number);
    return boxCode(customerCode, answer === "Kunde" ? number : Number(answer));
  };
  const refuses = (answer: string) => (answer === "weglassen" ? null : refuseTaken(planning, old, codeOf(answer)));
  const said = `Die Box gehört dem Kunden ${showCustomerCode(customerCode)}.`;
  const answer = ledger.ask("code-of-another-customer", box, said, { words, refuses });
  if (answer === "weglassen") return null;
  if (answer === null) return { customer, number };
  const code = codeOf(answer);
  claim(facts.codes, code, oldId(old));
  return { customer: answer === "Code" && ofCode !== undefined ? ofCode : customer, number: Number(code.slice(4)) };
}

const refuseTaken = ({ facts }: Planning, old: OldObject, code: string): string | null => {
  const owner = facts.codes.get(code) ?? oldId(old);
  return owner === oldId(old) ? null : `Den Code ${showBoxCode(code)} trägt schon die Box unter /stock/boxes/${owner}.`;
};

type AskNumber = (refuses: (answer: string) => string | null) => string | null;

/** A number that people have answered, where no other box of the customer has it; null where the box is left out. */
function planNumber(
  planning: Planning,
  old: OldObject,
  customer: number,
  ask: AskNumber,
): Pick<Box, "customer" | "number"> | null {
  const { facts } = planning;
  const customerCode = facts.customers.get(customer) ?? null;
  const refuses = (answer: string) =>
    customerCode === null || answer === "weglassen"
      ? null
      : refuseTaken(planning, old, boxCode(customerCode, Number(answer)));
  const answer = ask(refuses);
  if (answer === "weglassen") return null;
  if (customerCode !== null && answer !== null) claim(facts.codes, boxCode(customerCode, Number(answer)), oldId(old));
  return { customer, number: Number(answer) };
}

const answeredStates: Readonly<Record<string, number>> = {
  eingelagert: BoxState.inStock,
  "nicht eingelagert": BoxState.notInStock,
  inkonsistent: BoxState.inconsistent,
  vernichtet: BoxState.destroyed,
};

/** Null where the box is left out, `unknownState` while it waits. */
function planState({ ledger }: Planning, old: OldObject, box: Thing): number | null {
  const state = wholeIn(old["state"]);
  if (state !== null && state >= BoxState.created && state <= BoxState.marked) {
    if (state === BoxState.inconsistent) ledger.found("inconsistent", box, "Der Status ist 3.");
    return state;
  }
  const answer = ledger.ask("box-state-unknown", box, `Der Status ist «${oldText(old["state"])}».`);
  return answer === "weglassen" ? null : (answeredStates[answer ?? ""] ?? unknownState);
}

type Standing = Pick<Box, "state" | "position">;

/** A box that is out or ordered is so by a delivery. */
function planOrdered({ ledger, facts }: Planning, old: OldObject, box: Thing, standing: Standing): Standing {
  const { state, position } = standing;
  const delivery = facts.namedBoxes.get(oldId(old));
  if (wholeIn(old["state"]) === BoxState.notInStock && delivery === undefined)
    ledger.found("out-without-delivery", box, "Keine Lieferung nennt die Box.");
  if (state !== BoxState.ordered || delivery === true) return standing;
  const words = position === null ? ["nicht eingelagert", "inkonsistent"] : ["eingelagert", "inkonsistent"];
  const answer = ledger.ask("ordered-without-delivery", box, "Keine offene Lieferung nennt die Box.", { words });
  if (answer === null) return standing;
  return { state: answeredStates[answer] ?? state, position: answer === "eingelagert" ? position : null };
}

/** The text of the barcode where it is another than the code. */
function planBarcode(
  planning: Planning,
  old: OldObject,
  box: Thing,
  owner: Pick<Box, "customer" | "number">,
): string | null {
  const { facts } = planning;
  const id = oldId(old);
  const code = boxCode(facts.customers.get(owner.customer) ?? 0, owner.number);
  const said = facts.barcodes.get(id);
  if (typeof said === "string" && parseBoxCode(said) === code) return null;
  const isOfOther = (text: string) =>
    (facts.codes.get(parseBoxCode(text) ?? "") ?? id) !== id ||
    parseRowScan(text) !== null ||
    facts.rowsOfSigns.has(text);
  return planSign(planning, box, said, (text) => facts.boxesOfBarcodes.get(text) === id && !isOfOther(text));
}

function planSize({ ledger }: Planning, old: OldObject, box: Thing): number {
  const size = wholeIn(old["size"]);
  if (size !== null && size >= 1 && size <= maxBoxSize) return size;
  return Number(ledger.ask("box-size", box, `Die Größe ist «${oldText(old["size"])}».`));
}

type YearRange = readonly [field: "meta_year" | "meta_destroy_year", min: number, max: number];

function planYear({ ledger }: Planning, old: OldObject, box: Thing, [field, min, max]: YearRange): number | null {
  const value = old[field];
  if (value === null || value === undefined || value === "") return null;
  const year = wholeIn(value);
  if (year !== null && year >= min && year <= max) return year;
  const refuses = (answer: string) =>
    Number(answer) < min || Number(answer) > max ? `Es liegt von ${min} bis ${max}.` : null;
  const answer = ledger.ask("year-unreadable", box, `${showField(field)} ist «${oldText(value)}».`, { field, refuses });
  return answer === null || answer === "leer" ? null : Number(answer);
}

function planDay({ ledger }: Planning, old: OldObject, box: Thing, field: string): string | null {
  const text = oldText(old[field]);
  if (text === "") return null;
  const day = dayMeant(text) ?? dayMeant(text.slice(0, 10));
  return day ?? ledger.ask("date-unreadable", box, `${showField(field)} ist «${text}».`, { field });
}

/** The day of the destruction, of destroyed boxes only. */
function planDestroyed(
  planning: Planning,
  old: OldObject,
  box: Thing,
  { state, history }: Pick<Box, "state" | "history">,
): string | null {
  const { ledger, facts } = planning;
  const day = planDay(planning, old, box, "destroyed");
  if (state !== BoxState.destroyed) {
    if (day !== null) ledger.found("destroyed-day-of-others", box, `Das Datum ist ${oldText(old["destroyed"])}.`);
    return null;
  }
  if (day !== null) {
    if (day <= facts.now.slice(0, 10)) return day;
    const answer = ledger.ask("date-future", box, `${showField("destroyed")} ist der ${showDate(day)}.`, {
      field: "destroyed",
    });
    return answer === null || answer === "so lassen" ? day : answer;
  }
  const entry = history.findLast((each) => each.state === HistoryKind.destroyed);
  if (entry === undefined || entry.created === "")
    return ledger.ask("destroyed-without-day", box, "Auch die Historie nennt keinen Tag.");
  const ofHistory = berlinDay(new Date(entry.created));
  ledger.found("destroyed-day-of-history", box, `Das Datum wird der ${showDate(ofHistory)}.`);
  return ofHistory;
}
