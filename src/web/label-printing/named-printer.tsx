import { useMutation, useQuery } from "@tanstack/react-query";
import { Printer } from "lucide";
import { useState } from "react";
import { listPrinters, sendBoxLabels, sendPlaceLabels } from "#contract/calls/paper/printers.ts";
import type { RequestBody } from "#contract/route.ts";
import type { LabelPrinter } from "#contract/schemas/paper/printers.ts";
import { showThings } from "#rules/amounts.ts";
import { newAttempt } from "#web/api/attempt.ts";
import { call } from "#web/api/call.ts";
import { invalidate, queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { storedValue, useKept } from "#web/storage/stored-value.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";

const keptPrinter = storedValue("label-printer", (value) => (typeof value === "string" ? value : undefined), true);
const pause = 2_000; // ms, while something waits to be printed

type Labels =
  | { readonly boxes: Omit<RequestBody<typeof sendBoxLabels>, "printer"> }
  | { readonly places: Omit<RequestBody<typeof sendPlaceLabels>, "printer"> };

type NamedPrinterProps = {
  labels: Labels;
  /** Why these labels cannot be printed. */
  blocked: string | false | undefined;
};

/** Prints on a printer that the operator named, and says how it stands; nothing where there is none. */
export function NamedPrinter({ labels, blocked }: NamedPrinterProps) {
  const [kept, setKept] = useKept(keptPrinter, "");
  const [once] = useState(newAttempt);
  const printers = useQuery({
    ...queryFor(listPrinters),
    refetchInterval: ({ state }) => (state.data?.results.some(({ waiting }) => waiting > 0) ? pause : false),
  });
  const all = printers.data?.results ?? [];
  const printer = all.find(({ name }) => name === kept) ?? all[0];
  const print = useMutation({
    mutationFn: async (name: string) => {
      await ("boxes" in labels
        ? call(sendBoxLabels, { body: { printer: name, ...labels.boxes }, once })
        : call(sendPlaceLabels, { body: { printer: name, ...labels.places }, once }));
      once(""); // answered: the same labels once more are another print
      await invalidate(sendBoxLabels);
    },
  });
  if (!printer) return null;
  return (
    <div className="grid gap-2">
      <Field label="Etikettendrucker">
        <Select
          options={all.map(({ name }) => ({ value: name, label: name }))}
          value={printer.name}
          onChange={({ target }) => setKept(target.value)}
        />
      </Field>
      <p>
        <Button
          icon={Printer}
          pending={print.isPending}
          disabledReason={blocked}
          onClick={() => print.mutate(printer.name)}
        >
          {`Auf „${printer.name}“ drucken`}
        </Button>
      </p>
      <Queue of={printer} isPrinted={print.isSuccess} />
    </div>
  );
}

/** Shows the labels that wait at the printer, and the reason. */
function Queue({ of: { waiting, trouble, failed }, isPrinted }: { of: LabelPrinter; isPrinted: boolean }) {
  const waits = waiting > 0 && `${showThings(waiting, "Etikett wartet", "Etiketten warten")}.`;
  return (
    <>
      <p role="status" className="min-h-5 tabular-nums">
        {waiting > 0 && trouble !== null && <span className="text-danger">{trouble}. </span>}
        {waits}
        {waiting === 0 && isPrinted && failed === 0 && "An den Drucker gesendet."}
      </p>
      {(failed > 0 || (waiting > 0 && trouble !== null)) && (
        <p>
          <TextLink {...paths.messages()}>
            {failed > 0 ? `${showThings(failed, "Druck", "Drucke")} fehlgeschlagen: nachsehen` : "Nachrichten ansehen"}
          </TextLink>
        </p>
      )}
    </>
  );
}
