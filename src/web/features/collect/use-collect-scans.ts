import { useState } from "react";
import type { CollectLine } from "#contract/schemas/deliveries.ts";
import { parseBoxCode } from "#rules/box-code.ts";
import { useScans, wrongWith } from "#web/ui/scan-door.ts";
import { answer, isDone, say, tick, ticks } from "./collect-ticks.ts";
import { collectKey } from "./collect-walk.ts";
import type { Asked } from "#web/lines/line-choice.tsx";

/** A scanned box is ticked; where only contents of it are wanted, it is asked which of them are there. */
export function useCollectScans(loaded: readonly CollectLine[] | undefined) {
  const lines = loaded ?? [];
  const [asked, setAsked] = useState<Asked | null>(null);
  const take = (chosen: readonly CollectLine[]) => {
    setAsked(null);
    tick(chosen, { kind: "pick" });
  };
  const read = (text: string) => {
    const code = parseBoxCode(text);
    const own = lines.filter(({ box }) => box.code === code);
    const open = own.filter((line) => !isDone(ticks.get().get(collectKey(line))));
    const whole = open.filter(({ content }) => content === null);
    if (whole.length > 0) return take(whole);
    if (open.length > 0 && asked?.code === code) return take(open);
    setAsked(null);
    if (code && open.length > 0) {
      setAsked({ code, choices: open.map((line) => ({ key: collectKey(line), text: line.content?.text ?? "" })) });
      return say({ signal: "look", word: "Nur Inhalte dieser Box", code, lines: [] });
    }
    if (!code) return say({ signal: "look", word: "Das ist kein Boxcode", code: text.trim().slice(0, 40), lines: [] });
    if (own.length > 0) return say({ signal: "look", word: "Bereits erledigt", code, lines: [] });
    say({ signal: "stop", word: "Steht nicht auf der Liste", code, lines: [] });
  };
  const onPart = (text: string) => {
    setAsked(null);
    answer.set({ signal: "look", word: wrongWith(text), code: text.trim().slice(0, 40), lines: [] });
  };
  useScans({ onScan: read, onPart }, loaded !== undefined);
  return {
    asked,
    choose: (keys: readonly string[]) => take(lines.filter((line) => keys.includes(collectKey(line)))),
    stopAsking: () => setAsked(null),
  };
}
