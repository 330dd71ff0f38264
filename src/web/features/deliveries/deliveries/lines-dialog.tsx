import { useMutation } from "@tanstack/react-query";
import { X } from "lucide";
import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { setDeliveryLines } from "#contract/calls/deliveries/deliveries.ts";
import { findBoxes } from "#contract/calls/stock/box-mentions.ts";
import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import type { FoundMention } from "#contract/schemas/stock/box-mentions.ts";
import { DeliveryKind } from "#rules/deliveries/delivery-state.ts";
import { codeListLength } from "#rules/search/search-text.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { ListTarget } from "#web/basket/list/list-target.tsx";
import { showInDelivery } from "#web/delivery-lines/delivery-changes.ts";
import { type Line, lineKey, lineName, linesOfDelivery } from "#web/delivery-lines/line-facts.ts";
import { reloadAfter, useSeen } from "#web/forms/use-seen.ts";
import { useDialogForm } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { FormDialog } from "#web/ui/dialog/form-dialog.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";

const rules = z.object({
  /** The keys of lines that go. */
  removed: z.array(z.string()),
  added: z.array(z.object({ id: z.number(), code: z.string() })),
});
type NewBox = z.output<typeof rules>["added"][number];
type LinesDialogProps = { delivery: DeliveryDetail; onClose: () => void };

const openLines = (delivery: DeliveryDetail) => linesOfDelivery(delivery).filter(({ open }) => open);
const idsOf = ({ boxes, boxcontents }: DeliveryDetail, isMeant: (line: Line) => boolean = () => true) => ({
  boxes: boxes.filter((box) => box.open && isMeant(box)).map(({ id }) => id),
  boxcontents: boxcontents.filter((line) => line.open && isMeant(line)).flatMap(({ id }) => id ?? []),
});

function useLinesForm({ delivery, onClose }: LinesDialogProps) {
  const { id } = delivery;
  const form = useDialogForm({
    rules,
    start: { defaultValues: { removed: [], added: [] } },
    send: ({ removed, added }) => {
      const { boxes, boxcontents } = idsOf(seen, (line) => !removed.includes(lineKey(line)));
      const wanted = [...new Set([...boxes, ...added.map((box) => box.id)])];
      const body = { boxes: wanted, boxcontents, before: idsOf(seen) };
      return call(setDeliveryLines, { path: { id }, body }).catch(reloadAfter(setDeliveryLines));
    },
    route: setDeliveryLines,
    done: successTexts.deliveryUpdated,
    beside: ({ fields }) => ({ added: fields["boxes"] ?? fields["boxcontents"] }),
    onSent: (updated) => {
      showInDelivery(id, () => updated);
      onClose();
    },
  });
  const seen: DeliveryDetail = useSeen(delivery, form);
  const [removed, added] = form.watch(["removed", "added"]);
  const lines = openLines(seen);
  const isThere = (box: number) => lines.some((line) => lineKey(line) === `box-${box}`);
  const set = (next: Partial<z.output<typeof rules>>) => {
    form.clearErrors();
    for (const name of ["removed", "added"] as const)
      if (next[name]) form.setValue(name, next[name], { shouldDirty: true });
  };
  return {
    form,
    lines,
    removed,
    added: added.filter((box) => !isThere(box.id)),
    toggle: (line: Line) => {
      const key = lineKey(line);
      set({ removed: removed.includes(key) ? removed.filter((one) => one !== key) : [...removed, key] });
    },
    drop: (box: NewBox) => set({ added: added.filter((one) => one.id !== box.id) }),
    /** A box that is in the delivery stays in it. */
    add: (boxes: readonly NewBox[]) => {
      const known = new Set(added.map((box) => box.id));
      const more = boxes.filter((box) => !known.has(box.id) && !isThere(box.id));
      const kept = new Set(boxes.map((box) => `box-${box.id}`));
      const next = more.map((box) => ({ id: box.id, code: box.code }));
      set({ removed: removed.filter((key) => !kept.has(key)), added: [...added, ...next] });
    },
    has: isThere,
  };
}

/** More and fewer boxes of an open delivery; what was chosen stays, whatever fails. */
export function LinesDialog({ delivery, onClose }: LinesDialogProps) {
  const { form, lines, removed, added, toggle, drop, add, has } = useLinesForm({ delivery, onClose });
  const [typed, setTyped] = useState("");
  const left = lines.filter((line) => !removed.includes(lineKey(line))).length + added.length;
  const nothing =
    (typed.trim() !== "" && "Bitte die getippte Box erst hinzufügen oder löschen") ||
    (left === 0 && "Mindestens eine Box oder ein Inhalt bleibt") ||
    (left === lines.length && added.length === 0 && "Noch nichts geändert");
  return (
    <FormDialog of={form} title="Boxen ändern" action="Boxen speichern" disabledReason={nothing} onClose={onClose}>
      <ul aria-label="Inhalt der Lieferung" className="max-h-dialog-list divide-y divide-line overflow-y-auto">
        {added.map((box) => {
          const name = `Box ${showBoxCode(box.code)}`;
          return (
            <Row key={`new-${box.id}`} name={`${name}, kommt dazu`}>
              <IconButton label={`${name} nicht hinzufügen`} icon={X} onClick={() => drop(box)} />
            </Row>
          );
        })}
        {lines.map((line) => {
          const isOut = removed.includes(lineKey(line));
          return (
            <Row
              key={lineKey(line)}
              name={<span className={clsx(isOut && "text-muted line-through")}>{lineName(line)}</span>}
            >
              <Button
                aria-label={`${lineName(line)} ${isOut ? "behalten" : "herausnehmen"}`}
                onClick={() => toggle(line)}
              >
                {isOut ? "Behalten" : "Herausnehmen"}
              </Button>
            </Row>
          );
        })}
      </ul>
      <p role="alert" className="text-danger empty:hidden">
        {form.errors.added?.message}
      </p>
      <AddField delivery={delivery} typed={typed} onType={setTyped} has={has} onAdd={add} />
    </FormDialog>
  );
}

function Row({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-h-8 items-center justify-between gap-2 py-1">
      <span className="min-w-0 break-words tabular-nums">{name}</span>
      {children}
    </li>
  );
}

/** Why a name of a list is no box that can be added. */
function whyNot({ text, kind, codes, reason }: FoundMention): string {
  if (kind === "ambiguous") return `„${text}“ ist mehrdeutig: ${codes.map(showBoxCode).join(", ")}.`;
  return reason ?? `„${text}“ ist unbekannt.`;
}

interface AddFieldProps {
  readonly delivery: DeliveryDetail;
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly has: (box: number) => boolean;
  readonly onAdd: (boxes: readonly NewBox[]) => void;
}

function AddField({ delivery: { customer, kind }, typed, onType, has, onAdd }: AddFieldProps) {
  const [wrong, setWrong] = useState<string>();
  const purpose = kind === DeliveryKind.pickup ? "pickup" : "order";
  const looking = useMutation({
    mutationFn: (text: string) => call(findBoxes, { body: { customer: customer.id, purpose, text } }),
    meta: { inPlace: true },
    onSuccess: ({ results }) => {
      const isFine = ({ kind: found, box }: FoundMention) =>
        box !== null && (found === "found" || found === "twice" || has(box.id));
      onAdd(results.filter(isFine).flatMap(({ box }) => box ?? []));
      const others = results.filter((each) => !isFine(each) && each.kind !== "head");
      setWrong(others.map(whyNot).join(" "));
      onType(others.map(({ text }) => text).join(" ")); // what came in stands in the list
    },
    onError: (error) => setWrong(error.message),
  });
  const type = (text: string) => {
    onType(text);
    setWrong(undefined);
  };
  const lookUp = (text: string) => {
    if (text.trim() !== "" && !looking.isPending) looking.mutate(text);
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // it looks the box up, and does not send the form
    lookUp(event.currentTarget.value);
  };
  return (
    <ListTarget customer={customer.id} purpose={purpose} onTake={onAdd}>
      <Field label="Boxen hinzufügen" hint="Code oder Nummer getippt oder gescannt, auch mehrere." error={wrong}>
        <div className="flex gap-2">
          <TextInput
            data-scan="own"
            className="min-w-0 flex-1"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            maxLength={codeListLength}
            enterKeyHint="enter"
            onChange={(event) => type(event.target.value)}
            onKeyDown={keyDown}
          />
          <Button
            pending={looking.isPending}
            disabledReason={typed.trim() === "" && "Bitte erst eine Box eingeben"}
            onClick={() => lookUp(typed)}
          >
            Hinzufügen
          </Button>
        </div>
      </Field>
    </ListTarget>
  );
}
