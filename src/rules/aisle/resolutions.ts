import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { nextEmpty, keyOf } from "#rules/stock/places/place-cursor.ts";
import type { RefusalCode } from "#rules/texts/refusals.ts";
import { berlinTime } from "#rules/times.ts";
import type { FlowChoice, CommonTap, Say } from "./flow.ts";
import { type Data, type KnownBox, shelfPlaceOf, type RowSpot, occupiedPlaces, wantedBy } from "./stock-data.ts";
import type { OperationDraft, Operation, OperationOf, Result } from "./operation.ts";
import type { Asking } from "./steps.ts";

/** A refused operation: what was wanted, and what the server said. */
export interface RefusedOperation {
  readonly wanted: Operation;
  readonly result: Result;
}

type Ways = { readonly title: string; readonly text: string; readonly choices: readonly FlowChoice<CommonTap>[] };

const later: FlowChoice<CommonTap> = { label: "Klärfall", what: { do: "leave" } };

/** Offers to give up the wanted operation: the refusal is dealt with. */
const drop = (id: string, label: string, code: string): FlowChoice<CommonTap> => ({
  label,
  what: { do: "commit", ops: [], settles: [id], say: { signal: "done", title: "Erledigt", text: "", code } },
});

/** Asks how to resolve a refusal. Each way is an operation of its own, made in view of what is true now. */
export function resolutionFor(refused: RefusedOperation, data: Data): Asking<CommonTap> {
  const { wanted, result } = refused;
  const { title, text, choices } = waysOf(refused, data);
  const place = result.box?.place ?? null;
  return {
    signal: "stop",
    title,
    text,
    code: refusedCode(refused),
    plate: shelfPlaceOf(data, place) ?? undefined,
    choices: wanted.kind === "receive" ? choices : [...choices, later],
    about: result.id,
  };
}

const refusedCode = ({ wanted, result }: RefusedOperation): string =>
  result.box?.code ?? ("code" in wanted ? (wanted.code ?? "") : "");

function waysOf(refused: RefusedOperation, data: Data): Ways {
  const { wanted, result } = refused;
  const code = result.code ?? "invalid";
  if (wanted.kind === "store" && storeWays[code]) return storeWays[code]({ wanted, result }, data);
  if (code === "picked_already") return pickedWays(refused);
  if (forDelivery.includes(wanted.kind) && finalCodes.includes(code)) return goneWays(refused);
  if (wanted.kind === "stage" || wanted.kind === "shred") return batchWays(refused);
  const label = wanted.kind === "missing" ? "Verstanden" : "Verwerfen";
  return { title: "Nicht möglich", text: sentenceOf(result), choices: [drop(result.id, label, refusedCode(refused))] };
}

const forDelivery: readonly Operation["kind"][] = ["pick", "load", "unload"];
const finalCodes: readonly RefusalCode[] = ["not_in_delivery", "unknown_delivery", "state"];

function momentOf(at: string): string {
  const instant = new Date(at);
  return `am ${showDate(berlinDay(instant)).slice(0, 6)} um ${berlinTime(instant)}`;
}

/** Returns the server's message, and the person whose work is the reason. */
export function sentenceOf({ message, by }: Result): string {
  const who = by ? `${by.name}, ${momentOf(by.at)}: ${by.text}` : "";
  return [message, who].filter(Boolean).join(" ");
}

interface RefusedStore {
  readonly wanted: OperationOf<"store">;
  readonly result: Result;
}

const storeWays: Partial<Record<RefusalCode, (refused: RefusedStore, data: Data) => Ways>> = {
  taken: takenWays,
  elsewhere: whereWays,
  here: whereWays,
  changed: whereWays,
  ordered: orderedWays,
};

function takenWays({ wanted, result }: RefusedStore, data: Data): Ways {
  const box = { code: wanted.code, place: result.box?.place ?? null, version: result.box?.version };
  const occupant = occupantOf(wanted, data);
  return {
    title: "Platz belegt",
    text: sentenceOf(result),
    choices: [
      ...(occupant ? swapChoice(box, occupant, wanted, data, [result.id]) : []),
      ...nextChoice(box, wanted, data, [result.id]),
    ],
  };
}

function whereWays({ wanted, result }: RefusedStore, data: Data): Ways {
  const { code } = wanted;
  const place = result.box?.place?.text;
  const here = sayStored("Umgelagert", code, wanted, data);
  const draft = storing({ code, version: result.box?.version }, wanted, { move: true });
  return {
    title: "Wo steht die Box?",
    text: place ? whereText(result, place) : sentenceOf(result),
    choices: [
      { label: "Hier", what: { do: "commit", ops: [draft], settles: [result.id], say: here } },
      drop(result.id, "Dort", code),
      ...provideChoice({ code, version: result.box?.version }, data, [result.id]),
    ],
  };
}

/** Names the person who put a box where it stands. Where the last action on the box was another, it says what that was. */
function whereText({ by, ...result }: Result, place: string): string {
  if (!by) return `Sie ist eingelagert: ${place}.`;
  if (by.text.includes(place)) return `${by.name} hat sie ${momentOf(by.at)} gestellt: ${place}.`;
  return `${sentenceOf({ by, ...result })}. Sie steht in ${place}.`;
}

function orderedWays({ wanted, result }: RefusedStore, data: Data): Ways {
  const box = { code: wanted.code, version: result.box?.version };
  return {
    title: "Angefordert",
    text: sentenceOf(result),
    choices: [...provideChoice(box, data, [result.id]), anywayChoice(box, wanted, data, [result.id])],
  };
}

const putBack = (id: string): FlowChoice<CommonTap> => ({
  label: "Zurückstellen",
  what: { do: "go", flow: "store", settles: [id] },
});

const pickedWays = ({ result }: RefusedOperation): Ways => ({
  title: "Schon kommissioniert",
  text: sentenceOf(result),
  choices: [putBack(result.id)],
});

/** Nobody waits for it any more: it goes back to its place, or to another one. */
function goneWays(refused: RefusedOperation): Ways {
  const { wanted, result } = refused;
  const place = result.box?.place?.text;
  const title = "Nicht mehr bestellt";
  const drops = drop(result.id, "Verstanden", refusedCode(refused));
  if (result.box?.state === BoxState.notInStock) return handedOverWays(refused, drops);
  if (!place) return { title, text: sentenceOf(result), choices: [putBack(result.id)] };
  // nobody who stands at the customer's takes it to a shelf
  if (wanted.kind === "unload") return { title: "Wo ist die Box?", text: whereText(result, place), choices: [drops] };
  const text = `${result.message ?? ""} Zurück nach ${place}.`;
  return { title, text, choices: [drop(result.id, "Zurückgestellt", refusedCode(refused))] };
}

/** Its delivery was completed meanwhile: a box that nobody took has to be booked as back, or it is at the customer's for good. */
function handedOverWays({ wanted, result }: RefusedOperation, drops: FlowChoice<CommonTap>): Ways {
  const title = "Schon übergeben";
  const text = sentenceOf(result);
  if (wanted.kind !== "unload" || wanted.fate !== "back") return { title, text, choices: [drops] };
  const { code } = wanted;
  const ops: OperationDraft[] = [{ kind: "receive", code, seen: result.box?.version }];
  const say: Say = { signal: "done", title: "Zurückgekommen", text: "Die Box ist Retour.", code };
  const back: FlowChoice<CommonTap> = {
    label: "Als Retour annehmen",
    what: { do: "commit", ops, settles: [result.id], say },
  };
  return { title, text: `${text} Ist sie noch an Bord?`, choices: [back, drops] };
}

/** Nothing has happened to the box: it goes back to where it stands. */
function batchWays({ wanted, result }: RefusedOperation): Ways {
  const place = result.box?.place?.text;
  const text = [sentenceOf(result), place && `Zurück nach ${place}.`].filter(Boolean).join(" ");
  const title = result.code === "held" ? "Gesperrt" : "Nicht vernichten";
  return { title, text, choices: [drop(result.id, "Zurückgestellt", refusedCode({ wanted, result }))] };
}

/** The box that stands on a place. */
export const occupantOf = (spot: RowSpot, data: Data): KnownBox | undefined =>
  data.boxesIn(spot.row).find(({ place }) => place && keyOf(place) === keyOf(spot));

type BoxInRow = Pick<KnownBox, "code" | "version">;

/** An operation that puts a box on a place. */
export const storing = (
  { code, version }: BoxInRow,
  { row, part, height }: RowSpot,
  more: { readonly move?: boolean; readonly anyway?: boolean } = {},
): OperationDraft => ({ kind: "store", code, row, part, height, move: false, seen: version, ...more });

/** That a box has come to a place. */
export const sayStored = (title: string, code: string, spot: RowSpot, data: Data, text = ""): Say => ({
  signal: "done",
  title,
  text,
  code,
  plate: shelfPlaceOf(data, spot) ?? undefined,
});

/** The two change places; a box without one sends the other to the next empty place. */
export function swapChoice(
  box: BoxInRow & Pick<KnownBox, "place">,
  occupant: KnownBox,
  spot: RowSpot,
  data: Data,
  settles: readonly string[] = [],
): readonly FlowChoice<CommonTap>[] {
  const { code, version } = box;
  if (box.place) {
    const ops: OperationDraft[] = [{ kind: "swap", code, with: occupant.code, seen: version }];
    const say = sayStored("Getauscht", code, spot, data, `${showBoxCode(occupant.code)} steht jetzt am alten Platz.`);
    return [{ label: "Tauschen", what: { do: "commit", ops, settles, say } }];
  }
  const free = nextFree(spot, data);
  if (!free) return [];
  const ops = [storing(occupant, free, { move: true }), storing(box, spot)];
  const say = sayStored("Getauscht", occupant.code, free, data, "Diese Box kommt jetzt hierher.");
  return [{ label: "Tauschen", what: { do: "commit", ops, settles, say } }];
}

/** It goes to the next empty place instead. */
export function nextChoice(
  box: BoxInRow & Pick<KnownBox, "place">,
  spot: RowSpot,
  data: Data,
  settles: readonly string[] = [],
): readonly FlowChoice<CommonTap>[] {
  const free = nextFree(spot, data);
  if (!free) return [];
  const say = sayStored(box.place ? "Umgelagert" : "Eingelagert", box.code, free, data);
  const ops = [storing(box, free, { move: box.place !== null })];
  const label = `Nach Teil ${free.part}, Höhe ${free.height}`;
  return [{ label, what: { do: "commit", ops, settles, say } }];
}

function nextFree(spot: RowSpot, data: Data): RowSpot | null {
  const row = data.row(spot.row);
  if (!row) return null;
  const occupied = occupiedPlaces(row.id, data);
  const free = nextEmpty(row, (at) => occupied.has(keyOf(at)), spot);
  return free && { row: row.id, ...free };
}

/** It goes straight to whoever waits for it. */
export function provideChoice(
  box: BoxInRow,
  data: Data,
  settles: readonly string[] = [],
): readonly FlowChoice<CommonTap>[] {
  const { code, version } = box;
  const operation = wantedBy(data, code);
  if (!operation) return [];
  const ops: OperationDraft[] = [{ kind: "pick", delivery: operation.delivery.id, code, seen: version }];
  const say: Say = { signal: "done", title: "Bereitgestellt", text: "Die Box geht zur Lieferung.", code };
  return [{ label: "Direkt bereitstellen", what: { do: "commit", ops, settles, say } }];
}

/** It goes to the shelf although it is ordered. */
export function anywayChoice(
  box: BoxInRow,
  spot: RowSpot,
  data: Data,
  settles: readonly string[] = [],
): FlowChoice<CommonTap> {
  const say = sayStored("Eingelagert", box.code, spot, data, "Die Box bleibt angefordert.");
  const ops = [storing(box, spot, { move: true, anyway: true })];
  return { label: "Trotzdem einlagern", what: { do: "commit", ops, settles, say } };
}
