import { useEffect } from "react";
import type { CollectLine } from "#contract/schemas/deliveries.ts";
import { parseBoxCode } from "#rules/box-code.ts";
import { askedFrom, isConsent } from "#web/lines/consent.ts";
import type { Asked } from "#web/lines/line-choice.tsx";
import { useScans, wrongWith } from "#web/ui/scan-door.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { answer, isDone, question, say, tick, ticks } from "./collect-ticks.ts";
import { collectKey } from "./collect-walk.ts";

/** A scanned box is ticked; where only contents of it are wanted, it is asked which of them are there. */
export function useCollectScans(loaded: readonly CollectLine[] | undefined) {
  const lines = loaded ?? [];
  const asked = useAsked(lines);
  const openIn = (code: string | null) =>
    lines.filter((line) => line.box.code === code && !isDone(ticks.get().get(collectKey(line))));
  const read = (text: string, at: number) => {
    const code = parseBoxCode(text);
    if (!code) return tell("Das ist kein Boxcode", text.trim().slice(0, 40));
    const open = openIn(code);
    const whole = open.filter(({ content }) => content === null);
    if (whole.length > 0) return tick(whole, { kind: "pick" });
    if (open.length > 0) {
      if (isConsent(question.get(), code, at)) return tick(open, { kind: "pick" });
      if (question.get()?.code !== code) question.set({ code, since: askedFrom(at) });
      return give("look");
    }
    if (lines.some(({ box }) => box.code === code)) return tell("Bereits erledigt", code);
    question.set(null);
    say({ signal: "stop", word: "Steht nicht auf der Liste", code, lines: [] });
  };
  const onPart = (text: string) => {
    question.set(null);
    answer.set({ signal: "look", word: wrongWith(text), code: text.trim().slice(0, 40), lines: [] });
  };
  useScans({ onScan: read, onPart }, loaded !== undefined);
  useEffect(() => () => question.set(null), []);
  return {
    asked,
    choose: (keys: readonly string[]) =>
      tick(
        openIn(asked?.code ?? null).filter((line) => keys.includes(collectKey(line))),
        { kind: "pick" },
      ),
  };
}

function tell(word: string, code: string) {
  question.set(null);
  say({ signal: "look", word, code, lines: [] });
}

/** The question as it stands: which contents of its box are wanted and not ticked by now; null where none is left. */
function useAsked(lines: readonly CollectLine[]): Asked | null {
  const known = ticks.use();
  const open = question.use();
  if (!open) return null;
  const wanted = lines.filter((line) => line.box.code === open.code && !isDone(known.get(collectKey(line))));
  const choices = wanted.flatMap((line) => (line.content ? [{ key: collectKey(line), text: line.content.text }] : []));
  return choices.length > 0 ? { ...open, choices } : null;
}
