import { useState } from "react";
import type { DeliveryDetail, DeliveryContent } from "#contract/schemas/deliveries/deliveries.ts";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import { DeliveryKind } from "#rules/deliveries/delivery-state.ts";
import { isConsent, askedFrom } from "#web/basket/consent.ts";
import {
  boxCodeOfLine,
  isBoxLine,
  isOpenLine,
  type Line,
  lineKey,
  linesOfDelivery,
  showLineCount,
  lineName,
} from "#web/delivery-lines/line-facts.ts";
import { give, type Verdict } from "#web/ui/feedback/signals.ts";
import { useScans, wrongWith } from "#web/ui/scan-dispatcher.ts";
import type { LineMessage } from "#web/delivery-lines/line-answer.tsx";
import type { ContentQuestion } from "#web/delivery-lines/line-choice.tsx";
import { idOf, isOpenEntry } from "#web/outbox/entry.ts";
import { entries } from "#web/outbox/outbox.ts";
import type { LineWork, LineRefusal } from "./use-line-work.ts";

/** Action of each kind of delivery on a line that is there. */
export const lineActions = {
  [DeliveryKind.customer]: { kind: "pick", action: "Kommissionieren", done: "Kommissioniert" },
  [DeliveryKind.return]: { kind: "receive", action: "Zurückgekommen", done: "Zurückgekommen" },
  [DeliveryKind.copy]: { kind: "pick", action: "Kommissionieren", done: "Kommissioniert" },
  [DeliveryKind.pickup]: { kind: "receive", action: "Angekommen", done: "Angekommen" },
} as const;

/** A scanned box is picked, or received, where this delivery wants it; what happened is said and heard. */
export function useLineScans(delivery: DeliveryDetail, work: LineWork) {
  const action = lineActions[delivery.kind];
  const { answer, asked, say, sayAloud, sayRefused, ask, close } = useLineAnswer();
  const take = async (code: string, lines: readonly Line[]) => {
    if (asked) close(); // it is answered, or another line is done
    const refusals = await work.act(lines, { kind: action.kind });
    if (refusals.length > 0) return give(sayRefused(refusals));
    sayAloud(
      "done",
      action.done,
      code,
      lines.flatMap((line) => (isBoxLine(line) ? [] : [line.text])),
    );
  };
  const read = (text: string, at: number) => {
    const code = parseBoxCode(text);
    if (!code) return sayAloud("look", "Das ist kein Boxcode", text.trim().slice(0, 40));
    const own = linesOfDelivery(delivery).filter((line) => boxCodeOfLine(line) === code);
    const open = own.filter(isOpenLine);
    const box = open.find(isBoxLine);
    if (box) return void take(code, [box]);
    if (open.length > 0) {
      if (isConsent(asked, code, at)) return void take(code, open);
      if (asked?.code !== code) ask(code, open as readonly DeliveryContent[], at);
      return give("look");
    }
    if (own.length > 0) return sayAloud("look", "Bereits erledigt", code);
    sayAloud("stop", "Gehört nicht zu dieser Lieferung", code);
  };
  useScans({ onScan: read, onPart: (text) => say("look", wrongWith(text), text.trim().slice(0, 40)) });
  const choose = (keys: readonly string[]) => {
    const selectedLines = linesOfDelivery(delivery).filter((line) => keys.includes(lineKey(line)));
    void take(asked?.code ?? "", selectedLines);
  };
  return { answer, asked, choose, close, sayRefused };
}

/** Holds the replies of the page to scans and actions, and the questions that it asks back. */
function useLineAnswer() {
  const [answer, setAnswer] = useState<LineMessage | null>(null);
  const [asked, setAsked] = useState<ContentQuestion | null>(null);
  const [unsent, setUnsent] = useState<readonly string[]>([]);
  // Messages about scans without an answer are settled with their answers.
  const waiting = new Set(entries.use().filter(isOpenEntry).map(idOf));
  const isSettled = unsent.length > 0 && !unsent.some((id) => waiting.has(id));

  const close = () => {
    setAnswer(null);
    setAsked(null);
  };
  const say = (signal: Verdict, word: string, code = "", lines: readonly string[] = []) => {
    setAsked(null);
    setUnsent([]);
    setAnswer({ signal, word, code, lines });
  };
  const sayAloud = (signal: Verdict, ...words: [word: string, code?: string, lines?: readonly string[]]) => {
    say(signal, ...words);
    give(signal);
  };
  /** Answers how bad it is. */
  const sayRefused = (refused: readonly LineRefusal[]): Verdict => {
    const [first] = refused;
    if (!first) {
      close(); // what was said before is about something else, or settled
      return "done";
    }
    const lines = refused.map(({ line, message }) =>
      refused.length === 1 ? message : `${lineName(line)}: ${message}`,
    );
    const code = refused.length === 1 ? boxCodeOfLine(first.line) : "";
    const ids = refused.flatMap((one) => one.unsent ?? []);
    if (ids.length === refused.length) {
      say("look", "Noch nicht gesendet", code, [first.message]);
      setUnsent(ids);
      return "look";
    }
    say("stop", refused.length === 1 ? "Nicht möglich" : `${showLineCount(refused.length)} nicht möglich`, code, lines);
    return "stop";
  };
  const ask = (code: string, lines: readonly DeliveryContent[], at: number) => {
    say("look", "Nur Inhalte dieser Box", code);
    const choices = lines.map((line) => ({ key: lineKey(line), text: line.text }));
    setAsked({ code, choices, since: askedFrom(at) });
  };
  return { answer: isSettled ? null : answer, asked, say, sayAloud, sayRefused, ask, close };
}
