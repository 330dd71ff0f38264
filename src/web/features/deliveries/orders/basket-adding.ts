import { type RefObject, useEffect, useRef, useState } from "react";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { resolveScan } from "#contract/calls/scanning/scans.ts";
import { parseBoxCode, showBoxCode, showCustomer } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { call } from "#web/api/call.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { noBox, type ScanHandler, useScans, wrongWith } from "#web/ui/scan-dispatcher.ts";
import { orderRefusal, whyNotWhole } from "#web/basket/basket-orderable.ts";
import type { LookupAnswer } from "#web/basket/basket-lookup.tsx";
import type { MentionedBox } from "#web/basket/list/list-dialog.tsx";
import { boxSelection } from "#web/basket/basket-search.ts";
import type { FoundBox } from "#web/basket/basket.ts";
import type { StepProps } from "./draft-wizard.ts";

/** Adds the box of a whole code, scanned or typed, and says what came of it. */
export function useAddByCode({ draft, act }: StepProps, owner: number) {
  const [said, setSaid] = useState<LookupAnswer | null>(null);
  const add = async (code: string) => {
    setSaid(null);
    const name = `Box ${showBoxCode(code)}`;
    if (draft.boxes.some((box) => box.code === code))
      return setSaid({ text: `${name} ist schon ausgewählt.`, isAdded: true });
    try {
      const result = await find(code, owner);
      if (typeof result === "string") return setSaid({ text: result, isAdded: false });
      act({ type: "addBox", box: { id: result.id, code: result.code } });
      return setSaid({ text: `${name} ist ausgewählt.`, isAdded: true });
    } catch (error) {
      return setSaid({ text: (error as Error).message, isAdded: false });
    }
  };
  const forget = () => setSaid(null);
  /** Those of a list, which has said already what they are. */
  const addAll = (boxes: readonly MentionedBox[]) => {
    forget();
    for (const { id, code } of boxes) act({ type: "addBox", box: { id, code } });
  };
  return { said, add, addAll, say: (text: string) => setSaid({ text, isAdded: false }), forget };
}

/** The box of a code if it can be ordered as a whole, otherwise the sentence that says why not. */
async function find(code: string, owner: number): Promise<FoundBox | string> {
  const query = { owner_id: owner, state: BoxState.inStock, contain_code: code, query: boxSelection };
  const { results } = await call(listBoxes, { query });
  const [box] = results;
  if (box) return whyNotWhole(box) ?? box;
  const other = await call(resolveScan, { query: { code } });
  return orderRefusal(other, code, owner) ?? `Box ${showBoxCode(code)} kann gerade nicht bestellt werden.`;
}

/** On the steps that show no basket a scanned box is added all the same; the first one determines the customer. */
export function useStepScans({ draft, act }: StepProps, isReady: boolean) {
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const say = (text: string, isAdded = false) => {
    give(isAdded ? "done" : "look");
    notify(text, isAdded ? "success" : "warning");
  };
  const add = async (code: string) => {
    const name = `Box ${showBoxCode(code)}`;
    const owner = latest.current.customer ?? (await call(resolveScan, { query: { code } })).box?.owner;
    if (!owner) return say(refused.noSuchBox(showBoxCode(code)).message);
    const result = await find(code, owner.id);
    if (typeof result === "string") return say(result);
    const { customer, boxes } = latest.current;
    if (customer && customer.id !== owner.id)
      return say(`${name} gehört einem anderen Kunden: ${showCustomer(owner)}.`);
    if (boxes.some(({ id }) => id === result.id)) return say(`${name} ist schon ausgewählt.`, true);
    act({ type: "chooseCustomer", customer: owner });
    act({ type: "addBox", box: { id: result.id, code: result.code } });
    say(`${name} ist ausgewählt.`, true);
  };
  const onScan = (text: string) => {
    const code = parseBoxCode(text);
    if (code === null) return say(noBox(text));
    add(code).catch((error: Error) => say(error.message));
  };
  useScans({ onScan, onPart: (text) => say(`${wrongWith(text)}: „${text.trim().slice(0, 40)}“`) }, isReady);
}

/** Takes scans on the whole step; what a scanner typed into the focused lookup on the way is the scan's, not the field's. */
export function useBasketScans(field: RefObject<HTMLInputElement | null>, taking: Omit<ScanHandler, "wholeOf">) {
  useScans({
    ...taking,
    wholeOf: (read) => {
      const inputText = field.current === document.activeElement ? (field.current?.value ?? "") : "";
      return inputText.endsWith(read) && parseBoxCode(inputText) ? inputText : read;
    },
  });
}
