import { useState } from "react";
import { resolveScan } from "#contract/calls/scanning/scans.ts";
import { parseBoxCode, showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { boxStateText } from "#rules/stock/box-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { call } from "#web/api/call.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { partialScan, useScans, wrongWith } from "#web/ui/scan-dispatcher.ts";
import { forReturn } from "./returnable.ts";
import type { ReturningChoice } from "./use-return.ts";

interface ScanMessage {
  readonly isAdded: boolean;
  readonly text: string;
}

/** A whole code, scanned or typed, adds its box; the first one determines the customer. What happened is said and heard. */
export function useReturnScans(returning: ReturningChoice, onSearch: (text: string) => void, of = forReturn) {
  const [said, setSaid] = useState<ScanMessage | null>(null);
  const say = (isAdded: boolean, text: string) => {
    setSaid({ isAdded, text });
    give(isAdded ? "done" : "look");
  };
  const take = async (text: string) => {
    const code = parseBoxCode(text);
    if (!code) return say(false, `„${text.trim().slice(0, 40)}“ ist kein Boxcode.`);
    const { draft, act, change } = returning;
    onSearch("");
    try {
      const { box } = await call(resolveScan, { query: { code } });
      const name = `Box ${showBoxCode(code)}`;
      if (!box) return say(false, refused.unknownBox.message);
      const { owner, state, id } = box;
      if (draft.customer && draft.customer.id !== owner.id)
        return say(false, `${name} gehört zu ${showCustomerCode(owner.code)} – ${owner.name}.`);
      if (draft.boxes.some((chosen) => chosen.id === id)) return say(false, `${name} ist schon gewählt.`);
      if (of.whyNotWhole({ id, code, state }) === undefined) {
        act({ type: "addBox", box: { id, code } }, owner);
        return say(true, `${name} ist gewählt.`);
      }
      if (!draft.customer) change({ customer: owner });
      onSearch(code);
      say(false, `${name} ist nicht unterwegs: ${boxStateText[state]}. Einzelne Inhalte von ihr stehen unten.`);
    } catch (error) {
      say(false, (error as Error).message);
    }
  };
  useScans({
    onScan: (text) => void take(text),
    onPart: (read) => {
      const text = read.trim().slice(0, 40);
      const isPart = wrongWith(read) === partialScan;
      onSearch(isPart ? "" : text); // a folder's own barcode may stand in a content
      setSaid({
        isAdded: false,
        text: isPart ? partialScan : `„${text}“ ist kein Boxcode. Gesucht wird in den Inhalten.`,
      });
    },
    onRepeat: () => onSearch(""),
  });
  return { said, read: take, forget: () => setSaid(null) };
}
