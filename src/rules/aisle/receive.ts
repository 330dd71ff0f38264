import { showThings } from "#rules/amounts.ts";
import { BoxState, boxStateText, mayBe } from "#rules/stock/box-state.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showPlace } from "#rules/stock/positions.ts";
import { type CommonTap, firstState, type FlowState, type FlowStep, type Turn } from "./flow.ts";
import { general } from "./general.ts";
import { type Data, type KnownBox, type KnownDelivery, type KnownLine, shelfPlaceOf } from "./stock-data.ts";
import { absence } from "#rules/aisle/halls/elsewhere.ts";
import { type OperationDraft, isNews } from "./operation.ts";
import { ask, addCode, commit, note, stay, respond, inState } from "./steps.ts";
import { announcedReturns } from "./waiting.ts";
import { sentenceOf, resolutionFor } from "./resolutions.ts";

interface Out {
  readonly id: number;
  readonly text: string;
}

export type ReceiveTap =
  | { readonly do: "tick"; readonly content: number }
  /** Contents that are out of a box, as the server has just said. */
  | { readonly do: "contents"; readonly code: string; readonly out: readonly Out[] }
  /** The contents that are ticked are back in the box. */
  | { readonly do: "put" };

/** Flow F: what comes back, at the dock. */
export interface ReceiveState extends FlowState<ReceiveTap | CommonTap> {
  /** The box to which contents come back, and those that are ticked. */
  readonly contents: { readonly code: string; readonly out: readonly Out[]; readonly ticked: readonly number[] } | null;
  /** Boxes that nobody had announced. */
  readonly unannounced: readonly string[];
}

export const beginReceive = (isOnline: boolean): ReceiveState => ({
  ...firstState(isOnline),
  contents: null,
  unannounced: [],
});

type Of = FlowStep<ReceiveState>;

/** Flow of returns: a scanned thing is back. Where a box is in the archive already, its contents may come back to it. */
export const receiveReturns = general<ReceiveState, ReceiveTap>({
  begin: beginReceive,
  read: (turn, read) => {
    const { state } = turn;
    if (read.kind === "box") return atBox(inState(turn, { ...state, contents: null }), read.code);
    return respond(state, { signal: "look", title: "Keine Box", text: "Bitte eine Box scannen." });
  },
  tap: (turn, what) => {
    const { state } = turn;
    if (what.do === "tick") return tick(state, what.content);
    if (what.do === "put") return put(turn);
    return askContents(turn, what.code, what.out);
  },
  answer: (turn, result, entry) => {
    const { state, data } = turn;
    const operation = result.status === "refused" ? data.operation(entry.id) : undefined;
    if (!operation) return null;
    if (isNews(operation.kind, result.code))
      return respond(state, { signal: "look", title: "Schon wieder da", text: sentenceOf(result), code: entry.code });
    return ask<ReceiveTap | CommonTap, ReceiveState>(turn, resolutionFor({ result, wanted: operation }, data));
  },
});

/** The open line by which something was announced. */
function findAnnouncement(data: Data, isIt: (line: KnownLine) => boolean): KnownDelivery | undefined {
  return announcedReturns(data).find(({ lines }) => lines.some((line) => line.state === "open" && isIt(line)));
}

function atBox(turn: Turn<ReceiveState>, code: string): Of {
  const { state, data } = turn;
  const box = data.box(code);
  if (!box) {
    const { title, text, hint } = absence(data, code, "Fremde Box");
    return respond(addCode(state, code), { signal: "look", title, text: text + hint, code });
  }
  if (box.state === BoxState.destroyed) {
    const text = "Die Box ist vernichtet. Bitte zur Seite stellen.";
    return note(turn, { signal: "stop", title: "Vernichtet", text, code });
  }
  if (mayBe("receive", box.state) && !box.place) return receive(turn, box);
  const out = announcedContents(code, data);
  if (out.length > 0) return askContents(turn, code, out);
  const place = shelfPlaceOf(data, box.place);
  const text = place ? `Sie steht in ${showPlace(place)}.` : `Status: ${boxStateText[box.state]}.`;
  const title = box.state === BoxState.retour ? "Schon wieder da" : "Nicht unterwegs";
  return respond(state, { signal: "look", title, text, code, plate: place ?? undefined });
}

function receive(turn: Turn<ReceiveState>, { code, version }: KnownBox): Of {
  const { state, data } = turn;
  const by = findAnnouncement(data, (line) => line.code === code && line.content === null);
  const text = by ? `Angekündigt mit ${showDeliveryCode(by.code)}.` : "Nicht angekündigt.";
  const next = by || state.unannounced.includes(code) ? state : { ...state, unannounced: [...state.unannounced, code] };
  const ops: OperationDraft[] = [{ kind: "receive", code, seen: version }];
  return commit(inState(turn, next), { ops, say: { signal: "done", title: "Zurückgekommen", text, code } });
}

/** Returns the contents that are to come back into a box that stands here. */
const announcedContents = (code: string, data: Data): readonly Out[] =>
  announcedReturns(data).flatMap(({ lines }) =>
    lines.flatMap((line) => (line.code === code && line.content && line.state === "open" ? line.content : [])),
  );

function askContents(turn: Turn<ReceiveState>, code: string, out: readonly Out[]): Of {
  const { state, data } = turn;
  if (out.length === 0) {
    const text = "Aus dieser Box ist kein Inhalt unterwegs.";
    return respond(state, { signal: "look", title: "Nichts unterwegs", text, code });
  }
  const isAnnounced = (id: number) => findAnnouncement(data, ({ content }) => content?.id === id) !== undefined;
  const selection = out.length === 1 ? out.map(({ id }) => id) : out.flatMap(({ id }) => (isAnnounced(id) ? id : []));
  return ask<ReceiveTap | CommonTap, ReceiveState>(
    inState(turn, { ...state, contents: { code, out, ticked: selection } }),
    {
      signal: "look",
      title: "Welcher Inhalt ist zurück?",
      text: "Bitte antippen, was in die Box kommt.",
      code,
      plate: shelfPlaceOf(data, data.box(code)?.place ?? null) ?? undefined,
      choices: [
        { label: "In die Box", what: { do: "put" } },
        { label: "Keiner", what: { do: "leave" } },
      ],
      isOptional: true,
    },
  );
}

function tick(state: ReceiveState, content: number): Of {
  const { contents } = state;
  if (!contents) return stay(state);
  const { ticked } = contents;
  const next = ticked.includes(content) ? ticked.filter((id) => id !== content) : [...ticked, content];
  return stay({ ...state, contents: { ...contents, ticked: next } });
}

function put(turn: Turn<ReceiveState>): Of {
  const { state, data } = turn;
  const { contents } = state;
  if (!contents) return stay(state);
  const { code, out, ticked } = contents;
  const box = data.box(code);
  const there = out.filter(({ id }) => ticked.includes(id));
  if (there.length === 0)
    return {
      ...stay(state),
      say: { signal: "look", title: "Nichts gewählt", text: "Bitte antippen, was zurück ist.", code },
    };
  const ops = there.map(({ id }): OperationDraft => ({ kind: "receive", content: id, seen: box?.version }));
  const text = `${showThings(there.length, "Inhalt ist", "Inhalte sind")} wieder in der Box.`;
  const plate = shelfPlaceOf(data, box?.place ?? null) ?? undefined;
  return commit(inState(turn, { ...state, contents: null }), {
    ops,
    say: { signal: "done", title: "Zurückgekommen", text, code, plate },
  });
}
