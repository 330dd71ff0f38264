import type { DeliveryDetail, DeliveryContent } from "#contract/schemas/deliveries/deliveries.ts";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import { DeliveryKind } from "#rules/deliveries/delivery-state.ts";
import { isConsent } from "#web/basket/consent.ts";
import {
  boxCodeOfLine,
  isBoxLine,
  isOpenLine,
  type Line,
  lineKey,
  linesOfDelivery,
} from "#web/delivery-lines/line-facts.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { useScans, wrongWith } from "#web/ui/scan-dispatcher.ts";
import { useLineAnswer } from "./use-line-answer.ts";
import type { LineWork } from "./use-line-work.ts";

/** What each kind of delivery does with a line that is there. */
export const lineActions = {
  [DeliveryKind.customer]: { kind: "pick", action: "Kommissionieren", done: "Kommissioniert" },
  [DeliveryKind.return]: { kind: "receive", action: "Zurückgekommen", done: "Zurückgekommen" },
  [DeliveryKind.copy]: { kind: "pick", action: "Kommissionieren", done: "Kommissioniert" },
  [DeliveryKind.pickup]: { kind: "receive", action: "Angekommen", done: "Angekommen" },
} as const;

/** A scanned box is picked, or received, where this delivery wants it; what happened is said and heard. */
export function useLineScans(delivery: DeliveryDetail, work: LineWork) {
  const action = lineActions[delivery.kind];
  const { answer, asked, say, tell, sayRefused, ask, close } = useLineAnswer();
  const take = async (code: string, lines: readonly Line[]) => {
    if (asked) close(); // it is answered, or another line is done
    const refusals = await work.act(lines, { kind: action.kind });
    if (refusals.length > 0) return give(sayRefused(refusals));
    tell(
      "done",
      action.done,
      code,
      lines.flatMap((line) => (isBoxLine(line) ? [] : [line.text])),
    );
  };
  const read = (text: string, at: number) => {
    const code = parseBoxCode(text);
    if (!code) return tell("look", "Das ist kein Boxcode", text.trim().slice(0, 40));
    const own = linesOfDelivery(delivery).filter((line) => boxCodeOfLine(line) === code);
    const open = own.filter(isOpenLine);
    const box = open.find(isBoxLine);
    if (box) return void take(code, [box]);
    if (open.length > 0) {
      if (isConsent(asked, code, at)) return void take(code, open);
      if (asked?.code !== code) ask(code, open as readonly DeliveryContent[], at);
      return give("look");
    }
    if (own.length > 0) return tell("look", "Bereits erledigt", code);
    tell("stop", "Gehört nicht zu dieser Lieferung", code);
  };
  useScans({ onScan: read, onPart: (text) => say("look", wrongWith(text), text.trim().slice(0, 40)) });
  const choose = (keys: readonly string[]) => {
    const selectedLines = linesOfDelivery(delivery).filter((line) => keys.includes(lineKey(line)));
    void take(asked?.code ?? "", selectedLines);
  };
  return { answer, asked, choose, close, sayRefused };
}
