import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showPlace } from "#rules/stock/positions.ts";
import { type CommonTap, firstState, type FlowState, type Say, type FlowStep, type Turn } from "./flow.ts";
import { general } from "./general.ts";
import { type Data, deliveryOf, type KnownLine, shelfPlaceOf, wantedBy } from "./stock-data.ts";
import type { OperationDraft } from "./operation.ts";
import { ask, commit, stay, respond, inState } from "./steps.ts";
import {
  walkLineKey,
  openWalkLines,
  nextLine,
  countPassedLines,
  sayRow,
  type Stop,
  stopOf,
  wantedText,
} from "./walk.ts";
import { resolutionFor } from "./resolutions.ts";

export type PickTap =
  | { readonly do: "choose"; readonly deliveries: readonly number[] }
  | { readonly do: "skip" }
  | { readonly do: "missing"; readonly key: string; readonly text: string }
  /** A content of the box that was scanned is there, or not. */
  | { readonly do: "tick"; readonly content: number }
  /** The contents that are ticked are taken out; `all`: all that are wanted. */
  | { readonly do: "take"; readonly all: boolean }
  | { readonly do: "checkPlaces"; readonly on: boolean };

/** Flow D: what is ordered is fetched, as one walks past it. */
export interface PickState extends FlowState<PickTap | CommonTap> {
  readonly deliveries: readonly number[];
  /** Where the worker was last. */
  readonly after: Stop | null;
  readonly skipped: readonly string[];
  /** The box of which single contents are wanted, and those that are ticked. */
  readonly contents: { readonly code: string; readonly ticked: readonly number[] } | null;
  /** Delivery whose crate may be scanned next. */
  readonly crateOf: number | null;
  /** By what stands on it. */
  readonly crates: readonly { readonly text: string; readonly delivery: number }[];
  readonly checksPlaces: boolean;
}

export const beginPick = (isOnline: boolean): PickState => ({
  ...firstState(isOnline),
  deliveries: [],
  after: null,
  skipped: [],
  contents: null,
  crateOf: null,
  crates: [],
  checksPlaces: false,
});

type Of = FlowStep<PickState>;

/** A scan of the right box is the pick: the next line comes at once. */
export const pickLines = general<PickState, PickTap>({
  begin: beginPick,
  read: (turn, read) => {
    const { state, data } = turn;
    if (state.deliveries.length === 0)
      return respond(state, { signal: "look", title: "Zuerst auswählen", text: "Bitte Lieferungen auswählen." });
    if (read.kind === "row") return respond(state, sayRow(read.row, nextPickLine(state, data), data));
    if (read.kind === "box") return atBox(inState(turn, { ...state, contents: null, crateOf: null }), read.code);
    return atCrate(state, read.text);
  },
  tap: (turn, what) => {
    const { state, data } = turn;
    switch (what.do) {
      case "choose":
        return stay({ ...beginPick(state.isOnline), checksPlaces: state.checksPlaces, deliveries: what.deliveries });
      case "skip":
        return skip(state, data);
      case "missing":
        return missing(turn, what);
      case "tick":
        return tick(state, what.content);
      case "take":
        return takeOut(turn, what.all);
      case "checkPlaces":
        return stay({ ...state, checksPlaces: what.on });
    }
  },
  answer: (turn, result, entry) => {
    const { data } = turn;
    const operation = result.status === "refused" ? data.operation(entry.id) : undefined;
    return operation
      ? ask<PickTap | CommonTap, PickState>(turn, resolutionFor({ result, wanted: operation }, data))
      : null;
  },
});

/** The line in front of which the worker is to stand; null where nothing is left. */
export const nextPickLine = (state: PickState, data: Data): KnownLine | null =>
  nextLine(openWalkLines(data, state.deliveries), state.after, state.skipped, data);

/** Returns the progress of a walk: the number done, and the total. */
export function pickProgress(state: PickState, data: Data): { readonly done: number; readonly total: number } {
  const lines = openWalkLines(data, state.deliveries);
  return { done: lines.filter(({ state: now }) => now !== "open").length, total: lines.length };
}

function atBox(turn: Turn<PickState>, code: string): Of {
  const { state, data } = turn;
  const own = openWalkLines(data, state.deliveries).filter((line) => line.code === code);
  const open = own.filter((line) => line.state === "open");
  const whole = open.find(({ content }) => content === null);
  if (whole) return pickBox(turn, whole);
  if (open.length > 0) return askContents(turn, open);
  if (own.some((line) => line.state === "missing"))
    return respond(state, {
      signal: "look",
      title: "Doch gefunden",
      text: "Sie ist als nicht gefunden gemeldet.",
      code,
    });
  if (own.length > 0) return respond(state, { signal: "look", title: "Bereits erledigt", text: "", code });
  const other = wantedBy(data, code)?.delivery;
  const text = wantedText(nextPickLine(state, data));
  if (other) {
    const number = showDeliveryCode(other.code);
    return respond(state, {
      signal: "stop",
      title: "Andere Lieferung",
      text: `Gehört zu Lieferung ${number}. ${text}`,
      code,
    });
  }
  return respond(state, { signal: "stop", title: "Falsche Box", text, code });
}

function pickBox(turn: Turn<PickState>, line: KnownLine): Of {
  const { state, data } = turn;
  const { code, delivery } = line;
  const box = data.box(code);
  const crateOf = state.deliveries.length > 1 ? delivery : null;
  const text = crateOf === null ? "" : `Jetzt die Kiste der Lieferung ${numberOf(delivery, data)} scannen.`;
  const say: Say = { signal: "done", title: "Kommissioniert", text, code };
  const next = { ...state, after: stopOf(line, data), crateOf };
  const ops: OperationDraft[] = [{ kind: "pick", delivery, code, seen: box?.version }];
  const step = commit(inState(turn, next), { ops, say });
  const place = shelfPlaceOf(data, box?.place ?? null);
  if (!state.checksPlaces || !place) return step;
  const question = ask<PickTap | CommonTap, PickState>(inState(turn, step.state), {
    ...say,
    title: "Platz jetzt leer?",
    plate: place,
    isOptional: true,
    choices: [
      { label: "Ja", what: { do: "leave" } },
      {
        label: "Nein",
        what: { do: "note", code, title: "Platz nicht leer", text: `${showPlace(place)} ist nicht leer.` },
      },
    ],
  });
  return { ...question, say, ops: step.ops };
}

const numberOf = (id: number, data: Data) => showDeliveryCode(deliveryOf(data, id)?.code ?? id);

function askContents(turn: Turn<PickState>, open: readonly KnownLine[]): Of {
  const { state } = turn;
  const [{ code } = { code: "" }] = open;
  const ids = open.flatMap(({ content }) => content?.id ?? []);
  const next = { ...state, contents: { code, ticked: ids.length === 1 ? ids : [] } };
  return ask<PickTap | CommonTap, PickState>(inState(turn, next), {
    signal: "look",
    title: "Nur Inhalte dieser Box",
    text: ids.length === 1 ? "Bitte herausnehmen." : "Bitte antippen, was da ist.",
    code,
    choices: [
      { label: "Gewählte nehmen", what: { do: "take", all: false } },
      { label: "Alle nehmen", what: { do: "take", all: true } },
    ],
    yes: { do: "take", all: true },
    isOptional: true,
  });
}

function tick(state: PickState, content: number): Of {
  const { contents } = state;
  if (!contents) return stay(state);
  const { ticked } = contents;
  const isTicked = ticked.includes(content);
  const next = isTicked ? ticked.filter((id) => id !== content) : [...ticked, content];
  return stay({ ...state, contents: { ...contents, ticked: next } });
}

function takeOut(turn: Turn<PickState>, all: boolean): Of {
  const { state, data } = turn;
  const { contents } = state;
  if (!contents) return stay(state);
  const { code, ticked } = contents;
  const open = openWalkLines(data, state.deliveries).filter((line) => line.code === code && line.state === "open");
  const pickedLines = open.filter(({ content }) => content && (all || ticked.includes(content.id)));
  const [first] = pickedLines;
  if (!first)
    return {
      ...stay(state),
      say: { signal: "look", title: "Nichts gewählt", text: "Bitte antippen, was da ist.", code },
    };
  const box = data.box(code);
  const ops = pickedLines.map(
    (line): OperationDraft => ({
      kind: "pick",
      delivery: line.delivery,
      content: line.content?.id,
      seen: box?.version,
    }),
  );
  const plate = shelfPlaceOf(data, box?.place ?? null) ?? undefined;
  const say: Say = {
    signal: "done",
    title: "Kommissioniert",
    text: "Die Box kommt zurück auf ihren Platz.",
    code,
    plate,
  };
  const last = pickedLines.at(-1) ?? first;
  return commit(inState(turn, { ...state, contents: null, after: stopOf(last, data) }), { ops, say });
}

function atCrate(state: PickState, text: string): Of {
  const { crateOf, crates } = state;
  if (crateOf === null)
    return respond(state, { signal: "look", title: "Unbekannter Code", text: "Das ist kein Boxcode.", code: text });
  const owner = crates.find((crate) => crate.text === text)?.delivery;
  const own = crates.find(({ delivery }) => delivery === crateOf)?.text;
  if (owner === crateOf)
    return respond({ ...state, crateOf: null }, { signal: "done", title: "Richtige Kiste", text: "", code: text });
  if (owner !== undefined || own !== undefined) {
    const hint = own === undefined ? "Bitte eine andere nehmen." : `Gesucht: ${own}.`;
    return respond(state, { signal: "stop", title: "Falsche Kiste", text: hint, code: text });
  }
  const crateState = { ...state, crateOf: null, crates: [...crates, { text, delivery: crateOf }] };
  return respond(crateState, { signal: "done", title: "Kiste zugeordnet", text: "", code: text });
}

function skip(state: PickState, data: Data): Of {
  const line = nextPickLine(state, data);
  if (!line) return stay(state);
  const lines = openWalkLines(data, state.deliveries);
  return stay({ ...state, ...countPassedLines(lines, line, state.skipped, data), contents: null, question: null });
}

function missing(turn: Turn<PickState>, { key, text }: Extract<PickTap, { do: "missing" }>): Of {
  const { state, data } = turn;
  const line = openWalkLines(data, state.deliveries).find((one) => walkLineKey(one) === key && one.state === "open");
  if (!line) return stay(state);
  const { code, content, delivery } = line;
  if (text.trim() === "")
    return respond(state, { signal: "look", title: "Grund fehlt", text: "Bitte einen Grund angeben.", code });
  const box = data.box(code);
  const thing = content ? { content: content.id } : { code };
  const ops: OperationDraft[] = [{ kind: "missing", delivery, ...thing, text: text.trim(), seen: box?.version }];
  const row = box?.place && data.row(box.place.row);
  const count = row ? ` Bitte Reihe ${row.number} nachzählen.` : "";
  const say: Say = { signal: "look", title: "Nicht gefunden", text: `Gilt in 10 Sekunden.${count}`, code };
  return commit(inState(turn, { ...state, after: stopOf(line, data), contents: null }), { ops, say });
}
