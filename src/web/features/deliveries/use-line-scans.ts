import { useState } from "react";
import type { DeliveryDetail, DeliveryContent } from "#contract/schemas/deliveries.ts";
import { parseBoxCode } from "#rules/box-code.ts";
import { DeliveryKind } from "#rules/delivery-state.ts";
import { idOf, isOpen as isWaiting } from "#web/outbox/entry.ts";
import { entries } from "#web/outbox/outbox.ts";
import { give, type Verdict } from "#web/ui/feedback/signals.ts";
import { partialScan, useScans } from "#web/ui/scan-door.ts";
import type { Answer } from "#web/lines/line-answer.tsx";
import type { Asked } from "#web/lines/line-choice.tsx";
import { codeOf, countLines, isBoxLine, isOpen, type Line, lineKey, linesOf, nameOf } from "#web/lines/line-facts.ts";
import type { LineWork, Refused } from "./use-line-work.ts";

/** What each kind of delivery does with a line that is there. */
export const deedOf = {
  [DeliveryKind.customer]: { kind: "pick", action: "Kommissionieren", done: "Kommissioniert" },
  [DeliveryKind.return]: { kind: "receive", action: "Zurückgekommen", done: "Zurückgekommen" },
} as const;

/** What is said of the last scan, and what is asked about it. */
function useLineAnswer() {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [unsent, setUnsent] = useState<readonly string[]>([]);
  // What was said of scans without an answer is settled with their answers.
  const waiting = new Set(entries.use().filter(isWaiting).map(idOf));
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
  const tell = (signal: Verdict, ...words: [word: string, code?: string, lines?: readonly string[]]) => {
    say(signal, ...words);
    give(signal);
  };
  /** Answers how bad it is. */
  const sayRefused = (refused: readonly Refused[]): Verdict => {
    const [first] = refused;
    if (!first) {
      close(); // what was said before is about something else, or settled
      return "done";
    }
    const lines = refused.map(({ line, message }) => (refused.length === 1 ? message : `${nameOf(line)}: ${message}`));
    const code = refused.length === 1 ? codeOf(first.line) : "";
    const ids = refused.flatMap((one) => one.unsent ?? []);
    if (ids.length === refused.length) {
      say("look", "Noch nicht gesendet", code, [first.message]);
      setUnsent(ids);
      return "look";
    }
    say("stop", refused.length === 1 ? "Nicht möglich" : `${countLines(refused.length)} nicht möglich`, code, lines);
    return "stop";
  };
  const ask = (code: string, lines: readonly DeliveryContent[]) => {
    say("look", "Nur Inhalte dieser Box", code);
    setAsked({ code, choices: lines.map((line) => ({ key: lineKey(line), text: line.text })) });
  };
  return { answer: isSettled ? null : answer, asked, close, say, tell, ask, sayRefused };
}

/** A scanned box is picked, or received, where this delivery wants it; what happened is said and heard. */
export function useLineScans(delivery: DeliveryDetail, work: LineWork) {
  const { answer, asked, close, say, tell, ask, sayRefused } = useLineAnswer();
  const deed = deedOf[delivery.kind];
  const take = async (code: string, lines: readonly Line[]) => {
    const refused = await work.act(lines, { kind: deed.kind });
    if (refused.length > 0) return give(sayRefused(refused));
    tell(
      "done",
      deed.done,
      code,
      lines.flatMap((line) => (isBoxLine(line) ? [] : [line.text])),
    );
  };
  const read = (text: string) => {
    const code = parseBoxCode(text);
    if (!code) return tell("look", "Das ist kein Boxcode", text.trim().slice(0, 40));
    const own = linesOf(delivery).filter((line) => codeOf(line) === code);
    const open = own.filter(isOpen);
    const box = open.find(isBoxLine);
    if (box) return void take(code, [box]);
    if (open.length > 0) {
      if (asked?.code === code) return void take(code, open);
      ask(code, open as readonly DeliveryContent[]);
      return give("look");
    }
    if (own.length > 0) return tell("look", "Bereits erledigt", code);
    tell("stop", "Gehört nicht zu dieser Lieferung", code);
  };
  useScans({ onScan: read, onPart: (text) => say("look", partialScan, text.trim().slice(0, 40)) });
  const choose = (keys: readonly string[]) => {
    const chosen = linesOf(delivery).filter((line) => keys.includes(lineKey(line)));
    void take(asked?.code ?? "", chosen);
  };
  return { answer, asked, choose, close, sayRefused };
}
