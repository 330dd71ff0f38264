import { resolveScan } from "#contract/calls/scanning/scans.ts";
import { parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { call } from "#web/api/call.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { noBox, useScans, wrongWith } from "#web/ui/scan-dispatcher.ts";

/** A scanned box gets one more label; a destroyed one only where one chooses it in the list. */
export function useLabelScans(add: (code: string) => void) {
  const say = (text: string) => {
    give("look");
    notify(text, "warning");
  };
  const read = async (text: string) => {
    const code = parseBoxCode(text);
    if (code === null) return say(noBox(text));
    const { box } = await call(resolveScan, { query: { code } });
    if (!box) return say(refused.noSuchBox(showBoxCode(code)).message);
    if (box.state === BoxState.destroyed) return say(refused.boxIs(showBoxCode(code), boxStateText[box.state]).message);
    add(code);
    give("done");
    notify(`1 Etikett für ${showBoxCode(code)}`);
  };
  useScans({
    onScan: (text) => void read(text).catch((error: Error) => say(error.message)),
    onPart: (text) => say(`${wrongWith(text)}: „${text.trim().slice(0, 40)}“`),
  });
}
