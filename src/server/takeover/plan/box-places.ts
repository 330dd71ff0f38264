import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { maxHeight, maxPart } from "#rules/stock/positions.ts";
import { claim, placeKey } from "./facts.ts";
import type { Thing } from "./ledger.ts";
import { oldId, isObject, type OldObject, referenceIn, oldText, wholeIn } from "./old-values.ts";
import type { PlannedRows } from "./planned-rows.ts";
import { planMoment, type Planning } from "./plan-fields.ts";

type Position = NonNullable<PlannedRows["boxes"]["position"]>;

/** States in which a box stands on a place, or may stand on one. */
const placedStates: ReadonlySet<number> = new Set([BoxState.inStock, BoxState.ordered, BoxState.marked]);

/** The place that a box names; null where it names none, `wrong` where there is no such place. */
function placeIn({ facts }: Planning, old: OldObject): Pick<Position, "row" | "part" | "height"> | null | "wrong" {
  const position = old["position"];
  if (!isObject(position)) return null;
  const [row, part, height] = [referenceIn(position["row"]), wholeIn(position["part"]), wholeIn(position["height"])];
  if (row === null || !facts.rows.has(row) || part === null || height === null) return "wrong";
  return part < 1 || part > maxPart || height < 1 || height > maxHeight ? "wrong" : { row, part, height };
}

/** Notes the place of a box, and that its row reaches so far. */
export function gatherPlace(planning: Planning, old: OldObject): void {
  const { facts, ledger } = planning;
  const place = placeIn(planning, old);
  if (place === null || place === "wrong") return;
  const row = facts.rows.get(place.row);
  if (row) [row.parts, row.heights] = [Math.max(row.parts, place.part), Math.max(row.heights, place.height)];
  if (!placedStates.has(wholeIn(old["state"]) ?? -1)) return;
  const id = oldId(old);
  const key = placeKey(place.row, place.part, place.height);
  const first = claim(facts.places, key, id);
  if (first === id) return;
  const answer = ledger.peek("place-twice", { kind: "boxes", id });
  if (answer === "diese" || answer === "keine") facts.displaced.add(first);
  if (answer === "diese" && !facts.winners.has(key)) facts.winners.set(key, id);
}

/** In place of a state that people have not said yet. */
export const unknownState = -1;

interface Standing {
  readonly state: number;
  readonly position: Position | null;
}

/** In which state a box is that has lost its place. */
const lost = (state: number): number => (state === BoxState.inStock ? BoxState.inconsistent : state);

/** Plans the place of a box after all answers, and its state, which may end with the place. */
export function planPlace(planning: Planning, old: OldObject, box: Thing, state: number): Standing {
  const { ledger } = planning;
  if (state === unknownState) return { state, position: null };
  const place = placeIn(planning, old);
  if (!placedStates.has(state)) return planUnplaced(planning, old, box, state);
  if (place === "wrong" || (place === null && state === BoxState.inStock)) {
    const [rule, said] =
      place === null
        ? (["stored-without-place", "Die Box nennt keinen Platz."] as const)
        : (["place-without-row", `Der Platz ist ${showPlace(old)}.`] as const);
    const answer = ledger.ask(rule, box, said);
    const next = answer === "nicht eingelagert" ? BoxState.notInStock : BoxState.inconsistent;
    return { state: answer === null ? state : next, position: null };
  }
  if (place === null) return { state, position: null };
  return planShared(planning, old, box, state);
}

/** A box whose place another one may have, too. */
function planShared(planning: Planning, old: OldObject, box: Thing, state: number): Standing {
  const { facts, ledger } = planning;
  const place = placeIn(planning, old);
  if (place === null || place === "wrong") return { state, position: null };
  const id = oldId(old);
  const key = placeKey(place.row, place.part, place.height);
  const first = claim(facts.places, key, id);
  const position = { ...place, ...planPositionOf(planning, old, box) };
  if (first === id) return facts.displaced.has(id) ? { state: lost(state), position: null } : { state, position };
  const refuses = (answer: string) =>
    answer === "diese" && facts.winners.get(key) !== id ? "Dort steht schon eine dritte Box nach ihrer Antwort." : null;
  const answer = ledger.ask(
    "place-twice",
    box,
    `Auf ${showPlace(old)} steht auch die Box unter /stock/boxes/${first}.`,
    {
      refuses,
    },
  );
  return answer === "diese" ? { state, position } : { state: lost(state), position: null };
}

function planPositionOf(planning: Planning, old: OldObject, box: Thing): Pick<Position, "id" | "created"> {
  const position = isObject(old["position"]) ? old["position"] : {};
  return {
    id: wholeIn(position["id"]),
    created: planMoment(planning, box, ["position.created", position["created"]]),
  };
}

/** A box in a state in which none stands on a place. */
function planUnplaced(planning: Planning, old: OldObject, box: Thing, state: number): Standing {
  const { ledger, facts } = planning;
  const place = placeIn(planning, old);
  const none = { state, position: null };
  if (place === null) return none;
  const where = `Der Platz ist ${showPlace(old)}.`;
  if (state === BoxState.destroyed) ledger.found("destroyed-with-place", box, where);
  else if (state === BoxState.inconsistent) ledger.found("inconsistent-with-place", box, where);
  else {
    const id = oldId(old);
    const isFree = place !== "wrong" && (facts.places.get(placeKey(place.row, place.part, place.height)) ?? id) === id;
    const refuses = (answer: string) =>
      answer === "eingelagert" && !isFree ? "Diesen Platz gibt es nicht, oder eine andere Box steht dort." : null;
    const said = `Der Status ist «${boxStateText[state as BoxState]}». ${where}`;
    if (ledger.ask("not-stored-with-place", box, said, { refuses }) !== "eingelagert" || place === "wrong") return none;
    claim(facts.places, placeKey(place.row, place.part, place.height), id);
    return { state: BoxState.inStock, position: { ...place, ...planPositionOf(planning, old, box) } };
  }
  return none;
}

/** A place as the old system names it, right or wrong. */
function showPlace(old: OldObject): string {
  const position = isObject(old["position"]) ? old["position"] : {};
  const row = position["row"];
  const number = isObject(row) ? oldText(row["number"]) || oldText(row["id"]) : oldText(row);
  return `Reihe ${number || "?"}, Teil ${oldText(position["part"]) || "?"}, Höhe ${oldText(position["height"]) || "?"}`;
}
