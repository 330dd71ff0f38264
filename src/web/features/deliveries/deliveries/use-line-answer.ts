import { useState } from "react";
import type { DeliveryContent } from "#contract/schemas/deliveries/deliveries.ts";
import { askedFrom } from "#web/basket/consent.ts";
import type { LineMessage } from "#web/delivery-lines/line-answer.tsx";
import type { ContentQuestion } from "#web/delivery-lines/line-choice.tsx";
import { boxCodeOfLine, showLineCount, lineKey, lineName } from "#web/delivery-lines/line-facts.ts";
import { idOf, isOpenEntry } from "#web/outbox/entry.ts";
import { entries } from "#web/outbox/outbox.ts";
import { give, type Verdict } from "#web/ui/feedback/signals.ts";
import type { LineRefusal } from "./use-line-work.ts";

/** What the page says to scans and deeds, and what it asks back. */
export function useLineAnswer() {
  const [answer, setAnswer] = useState<LineMessage | null>(null);
  const [asked, setAsked] = useState<ContentQuestion | null>(null);
  const [unsent, setUnsent] = useState<readonly string[]>([]);
  // What was said of scans without an answer is settled with their answers.
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
  const tell = (signal: Verdict, ...words: [word: string, code?: string, lines?: readonly string[]]) => {
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
  return { answer: isSettled ? null : answer, asked, say, tell, sayRefused, ask, close };
}
