import { textLength } from "#contract/limits.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { ContentState, contentStateText } from "#rules/stock/content-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import type { Thing } from "./ledger.ts";
import { contentThing, entryThing, pictureThing } from "./old-things.ts";
import {
  authorIn,
  flagIn,
  isObject,
  objectsOf,
  type OldObject,
  oldId,
  oldText,
  wholeIn,
  withoutSignsWithin,
} from "./old-values.ts";
import type { PlannedRows } from "./planned-rows.ts";
import { planMoment, type Planning, planText } from "./plan-fields.ts";
import type { RuleName } from "./rules.ts";

type Box = PlannedRows["boxes"];

const contentStates = Object.values(ContentState) as number[];
const stateOf = (word: string): number | undefined =>
  contentStates.find((state) => contentStateText[state as ContentState] === word);

/** The contents of a box in some state. */
export function planContents(planning: Planning, old: OldObject, box: Thing, boxState: number): Box["contents"] {
  const { ledger, facts } = planning;
  return objectsOf(old["content"]).map((content) => {
    const thing = contentThing(content, box);
    const id = oldId(content);
    const text = planText(planning, thing, ["text", content["text"]], textLength, true);
    const state = wholeIn(content["state"]);
    if (state === null || !contentStates.includes(state)) {
      const answer = ledger.ask("content-state-unknown", thing, `Der Status ist «${oldText(content["state"])}».`);
      return { id, text, state: stateOf(answer ?? "") ?? 0 };
    }
    if (state === ContentState.outside && boxState === BoxState.inStock && !facts.namedContents.has(id))
      ledger.found("content-out-without-delivery", thing, "Die Box ist eingelagert, der Inhalt ist es nicht.");
    if (state !== ContentState.ordered || facts.namedContents.get(id) === true) return { id, text, state };
    const answer = ledger.ask("content-ordered-without-delivery", thing, "Keine offene Lieferung nennt den Inhalt.");
    return { id, text, state: stateOf(answer ?? "") ?? state };
  });
}

const ruleOfFault = (fault: string): RuleName =>
  fault === "empty" ? "picture-empty" : fault === "no-picture" ? "picture-none" : "picture-missing";

/** The pictures of a box whose bytes are there. */
export function planPictures(planning: Planning, old: OldObject, box: Thing): Box["images"] {
  const { ledger, facts } = planning;
  return objectsOf(old["images"]).flatMap((image) => {
    const thing = pictureThing(image, box);
    const address = oldText(image["image"]);
    const picture = facts.pictures.get(address) ?? { fault: "status-404" as const };
    const created = planMoment(planning, thing, ["created", image["created"]], { required: true, partOf: box }) ?? "";
    if ("fault" in picture) {
      ledger.ask(ruleOfFault(picture.fault), thing, `Die Adresse ist ${address || "leer"}.`);
      return [];
    }
    const { sha256, type } = picture;
    return [{ id: oldId(image), sha256, content_type: type, created, viewed: flagIn(image["viewed"]) }];
  });
}

const knownKinds = new Set<number>(Object.values(HistoryKind));
const mostKind = 99; // the database keeps two digits
const hasUser = (value: unknown) => authorIn(value) !== "" || (isObject(value) && wholeIn(value["id"]) !== null);

type Entry = Box["history"][number];

/** The history of a box in the order of time. */
export function planHistory(planning: Planning, old: OldObject, box: Thing): Box["history"] {
  const entries = objectsOf(old["history"]).flatMap((entry) => planEntry(planning, entry, box) ?? []);
  const inOrder = entries.toSorted(
    (one, other) =>
      Date.parse(one.created) - Date.parse(other.created) ||
      (one.created < other.created ? -1 : Number(one.created > other.created)),
  );
  if (inOrder.some((entry, at) => entry !== entries[at])) {
    const at = inOrder.findIndex((entry, index) => entry !== entries[index]);
    planning.ledger.found("history-order", box, `Der Eintrag ${inOrder[at]?.id} steht hinter späteren.`);
  }
  return inOrder;
}

function planEntry(planning: Planning, old: OldObject, box: Thing): Entry | null {
  const { ledger } = planning;
  const thing = entryThing(old, box);
  const state = wholeIn(old["state"]);
  if (state === null || state < 0 || state > mostKind) {
    ledger.ask("history-kind-unreadable", thing, `Das Ereignis ist «${oldText(old["state"])}».`);
    return null;
  }
  if (!knownKinds.has(state)) ledger.found("history-kind-unknown", thing, `Das Ereignis ist ${state}.`);
  return {
    id: oldId(old),
    state,
    created: planMoment(planning, thing, ["created", old["created"]], { required: true, partOf: box }) ?? "",
    ...planAuthor(planning, old["user"], thing),
    meta: isObject(old["meta"]) ? withoutSignsWithin(old["meta"]) : null,
    text: planText(planning, thing, ["text", old["text"]], textLength),
  };
}

function planAuthor({ ledger, facts }: Planning, value: unknown, thing: Thing): Pick<Entry, "user" | "name"> {
  const name = authorIn(value);
  const id = isObject(value) ? wholeIn(value["id"]) : wholeIn(value);
  if (id !== null && facts.users.has(id)) return { user: id, name };
  if (!hasUser(value)) {
    ledger.found("history-without-user", thing, "Der Eintrag nennt niemanden.");
    return { user: null, name: "" };
  }
  const namesake = facts.userNames.get(name);
  const user = typeof namesake === "number" && !facts.users.has(namesake) ? undefined : namesake;
  if (user === undefined) ledger.found("history-user-gone", thing, `${name} ist kein User mehr.`);
  if (user === null) ledger.found("history-user-twice", thing, `${name} heißen zwei User.`);
  return { user: user ?? null, name };
}
