import { useState } from "react";
import type { DeliveryDetail, DeliveryContent } from "#contract/schemas/deliveries.ts";
import { parseBoxCode } from "#rules/box-code.ts";
import { DeliveryKind } from "#rules/delivery-state.ts";
import { give, type Signal } from "#web/ui/feedback/signals.ts";
import { useScanner } from "#web/ui/scanner.ts";
import type { Answer } from "#web/lines/line-answer.tsx";
import type { Asked } from "#web/lines/line-choice.tsx";
import { codeOf, countLines, isBoxLine, isOpen, type Line, lineKey, linesOf, nameOf } from "#web/lines/line-facts.ts";
import type { LineWork, Refused } from "./use-line-work.ts";

/** What each kind of delivery does with a line that is there. */
export const deedOf = {
  [DeliveryKind.customer]: { kind: "pick", action: "Kommissionieren", done: "Kommissioniert" },
  [DeliveryKind.return]: { kind: "receive", action: "Zurückgekommen", done: "Zurückgekommen" },
} as const;

/** A scanned box is picked, or received, where this delivery wants it; what happened is said and heard. */
export function useLineScans(delivery: DeliveryDetail, work: LineWork) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const deed = deedOf[delivery.kind];

  const close = () => {
    setAnswer(null);
    setAsked(null);
  };
  const say = (signal: Signal, word: string, code = "", lines: readonly string[] = []) => {
    setAsked(null);
    setAnswer({ signal, word, code, lines });
  };
  const tell = (signal: Signal, ...words: [word: string, code?: string, lines?: readonly string[]]) => {
    say(signal, ...words);
    give(signal);
  };
  const sayRefused = (refused: readonly Refused[]) => {
    const [first] = refused;
    if (!first) return close(); // what was said before is about something else, or settled
    const lines = refused.map(({ line, message }) => (refused.length === 1 ? message : `${nameOf(line)}: ${message}`));
    const word = refused.length === 1 ? "Nicht möglich" : `${countLines(refused.length)} nicht möglich`;
    say("stop", word, refused.length === 1 ? codeOf(first.line) : "", lines);
  };
  const take = async (code: string, lines: readonly Line[]) => {
    const refused = await work.act(lines, { kind: deed.kind });
    if (refused.length > 0) {
      sayRefused(refused);
      give("stop");
      return;
    }
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
  const ask = (code: string, lines: readonly DeliveryContent[]) => {
    say("look", "Nur Inhalte dieser Box", code);
    setAsked({ code, choices: lines.map((line) => ({ key: lineKey(line), text: line.text })) });
  };
  useScanner((text) => {
    if (!document.querySelector("dialog:modal")) read(text);
  });
  const choose = (keys: readonly string[]) => {
    const chosen = linesOf(delivery).filter((line) => keys.includes(lineKey(line)));
    void take(asked?.code ?? "", chosen);
  };
  return { answer, asked, choose, close, sayRefused };
}
