import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { findBoxes } from "#contract/calls/stock/box-mentions.ts";
import type { FindPurpose, FoundMention } from "#contract/schemas/stock/box-mentions.ts";
import { showBoxes } from "#rules/amounts.ts";
import { mentionsLength } from "#rules/search/box-mentions.ts";
import { call } from "#web/api/call.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";
import { ListGroups } from "./list-groups.tsx";

const noText = "Nur Dateien mit Text oder CSV. Aus Excel können Sie die Spalte kopieren und hier einfügen.";

/** The text of a file, in UTF-8 or as Windows writes it. */
async function textOfFile(file: File): Promise<string> {
  if (file.size > 2 * mentionsLength) throw new Error("Die Datei ist zu groß für eine Liste.");
  const bytes = await file.arrayBuffer();
  const text = decoded(bytes);
  if (/\0/.test(text)) throw new Error(noText);
  return text;
}

function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** A box that a list names. */
export type MentionedBox = NonNullable<FoundMention["box"]>;

export type ListDialogProps = {
  /** List that was pasted or dropped; empty where the list is still to be pasted. */
  given: string | File;
  /** Customer whose numbers are meant; undefined for those of all. */
  customer: number | undefined;
  purpose: FindPurpose;
  onTake: (boxes: readonly MentionedBox[]) => void;
  onClose: () => void;
};

/** Holds the text that was pasted or typed, and the result of looking it up; a changed text is looked up again. */
function useLookedUp({ given, customer, purpose }: Pick<ListDialogProps, "given" | "customer" | "purpose">) {
  const [text, setText] = useState(typeof given === "string" ? given : "");
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: async (list: string | File) => {
      const read = typeof list === "string" ? list : await textOfFile(list);
      setText(read);
      return call(findBoxes, { body: { ...(customer !== undefined && { customer }), purpose, text: read } });
    },
    meta: { inPlace: true },
  });
  useEffect(() => {
    if (given !== "") mutate(given);
    // Once: what was pasted is looked up at once, what is changed then by the button.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const change = (next: string) => {
    setText(next);
    reset();
  };
  return { text, change, lookUp: () => mutate(text), results: data?.results, error, isPending };
}

/** Looks up a list of boxes, says of each line what came of it, and hands over what can be had. What was typed stays, whatever fails. */
export function ListDialog({ onTake, onClose, ...list }: ListDialogProps) {
  const { text, change, lookUp, results, error, isPending } = useLookedUp(list);
  const boxes = results?.flatMap(({ kind, box }) => (kind === "found" && box ? [box] : []));
  const take = () => {
    onTake(boxes ?? []);
    onClose();
  };
  const nothing = boxes
    ? boxes.length === 0 && "Keine dieser Boxen kann übernommen werden."
    : text.trim() === "" && "Bitte erst Nummern einfügen";
  return (
    <Dialog open onClose={onClose} title="Liste einfügen" className="w-[min(40rem,calc(100vw-2rem))]">
      {/* No form, and no key leaves it: the field may stand in a form. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="grid gap-3" onKeyDown={(event) => event.stopPropagation()}>
        <Field
          label="Nummern"
          hint="Codes, Nummern, Bereiche wie 100–120 und Fremdnummern, auch aus Excel oder einer E-Mail."
        >
          <Textarea
            rows={results ? 3 : 8}
            maxLength={mentionsLength}
            spellCheck={false}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        </Field>
        {error && <ErrorState error={error} />}
        <div role="status">{results && <ListGroups results={results} purpose={list.purpose} />}</div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Abbrechen</Button>
          <Button look="primary" onClick={boxes ? take : lookUp} pending={isPending} disabledReason={nothing}>
            {boxes ? `${showBoxes(boxes.length)} übernehmen` : "Nachsehen"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
