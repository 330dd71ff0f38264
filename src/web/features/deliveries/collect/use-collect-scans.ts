import { useEffect, useState } from "react";
import type { CollectLine } from "#contract/schemas/deliveries/deliveries.ts";
import { listCollect } from "#contract/calls/deliveries/deliveries.ts";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { call } from "#web/api/call.ts";
import { askedFrom, isConsent } from "#web/basket/consent.ts";
import type { ContentQuestion } from "#web/delivery-lines/line-choice.tsx";
import { useScans, wrongWith } from "#web/ui/scan-dispatcher.ts";
import { showDay } from "#web/ui/berlin-time.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { lastAnswer, isDone, question, announce, tick, ticks } from "./collect-ticks.ts";
import { collectKey, nextOpen } from "./collect-walk.ts";

/**
 * A scanned box is ticked; where only contents of it are wanted, it is asked which of them are there. `all`: also what the tour leaves out.
 * `onLooked`, where more is to be fetched than is loaded: a box that is not loaded is asked for, and its lines are handed to it; it answers those of the tour.
 */
export function useCollectScans(
  loaded: readonly CollectLine[] | undefined,
  all: readonly CollectLine[] = [],
  onLooked?: (lines: readonly CollectLine[]) => readonly CollectLine[],
) {
  const lines = loaded ?? [];
  const [next, setNext] = useState<string | null>(null);
  const contentQuestion = useAsked(lines);
  const pick = (picked: readonly CollectLine[]) => {
    tick(picked, { kind: "pick" });
    const [first] = picked;
    const isOpen = (line: CollectLine) => !picked.includes(line) && !isDone(ticks.get().get(collectKey(line)));
    const then = first && nextOpen(lines, first, isOpen);
    setNext(then ? collectKey(then) : null);
  };
  const read = (text: string, at: number) => {
    const code = parseBoxCode(text);
    if (!code) return announceProblem("Das ist kein Boxcode", text.trim().slice(0, 40));
    if (!onLooked || all.some(({ box }) => box.code === code)) return decide(code, at);
    look(code).then(
      (looked) => decide(code, at, { ofTour: onLooked(looked), looked }),
      () => announceProblem("Nicht geladen, bitte mit Netz noch einmal scannen", code),
    );
  };
  const decide = (code: string, at: number, { ofTour, looked }: Looked = nothing) => {
    const there = [...lines, ...ofTour];
    const open = openOf(there, code);
    const whole = open.filter(({ content }) => content === null);
    if (whole.length > 0) return pick(whole);
    if (open.length > 0) {
      if (isConsent(question.get(), code, at)) return pick(open);
      if (question.get()?.code !== code) question.set({ code, since: askedFrom(at) });
      return give("look");
    }
    if (there.some(({ box }) => box.code === code)) return announceProblem("Bereits erledigt", code);
    question.set(null);
    const other = [...all, ...looked].find(({ box }) => box.code === code);
    if (other) return announce({ signal: "look", word: "Gehört nicht zu dieser Tour", code, lines: [dueOf(other)] });
    announce({ signal: "stop", word: "Steht nicht auf der Liste", code, lines: [] });
  };
  const onPart = (text: string) => {
    question.set(null);
    lastAnswer.set({ signal: "look", word: wrongWith(text), code: text.trim().slice(0, 40), lines: [] });
  };
  useScans({ onScan: read, onPart }, loaded !== undefined);
  useEffect(() => () => question.set(null), []);
  return {
    asked: contentQuestion,
    /** The key of the line to go to. */
    next,
    choose: (keys: readonly string[]) =>
      pick(openOf(lines, contentQuestion?.code ?? null).filter((line) => keys.includes(collectKey(line)))),
  };
}

/** The lines of a box that was asked for, and those of them that the tour has. */
interface Looked {
  readonly ofTour: readonly CollectLine[];
  readonly looked: readonly CollectLine[];
}
const nothing: Looked = { ofTour: [], looked: [] };

/** Returns the lines that want something of a box and are not ticked by now. */
const openOf = (lines: readonly CollectLine[], code: string | null) =>
  lines.filter((line) => line.box.code === code && !isDone(ticks.get().get(collectKey(line))));

const longest = 5000; // ms: who scans waits for the answer

/** The lines of a box on all tours. */
async function look(code: string): Promise<readonly CollectLine[]> {
  const { results } = await call(listCollect, { query: { box: code }, signal: AbortSignal.timeout(longest) });
  return results;
}

const dueOf = ({ delivery: { code, time } }: CollectLine) =>
  `Lieferung ${showDeliveryCode(code)}${time ? `, Termin ${showDay(time)}` : ""}`;

function announceProblem(word: string, code: string) {
  question.set(null);
  announce({ signal: "look", word, code, lines: [] });
}

/** The question as it stands: which contents of its box are wanted and not ticked by now; null where none is left. */
function useAsked(lines: readonly CollectLine[]): ContentQuestion | null {
  const tickStates = ticks.use();
  const open = question.use();
  if (!open) return null;
  const openLinesOfBox = lines.filter(
    (line) => line.box.code === open.code && !isDone(tickStates.get(collectKey(line))),
  );
  const choices = openLinesOfBox.flatMap((line) =>
    line.content ? [{ key: collectKey(line), text: line.content.text }] : [],
  );
  return choices.length > 0 ? { ...open, choices } : null;
}
