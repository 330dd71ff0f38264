import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useRef, useState } from "react";
import * as z from "zod/mini";
import { listCostCentres, setCostCentres } from "#contract/calls/customers/cost-centres.ts";
import { call } from "#web/api/call.ts";
import { queryFor } from "#web/api/queries.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { reloadAfter, useSeen } from "#web/forms/use-seen.ts";
import { useSend } from "#web/forms/use-send.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { Textarea } from "#web/ui/form/textarea.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { CostCentreQuestion, type Fates } from "./cost-centre-question.tsx";

const rules = z.object({ cost_centres: z.string() });
const typedOf = ({ cost_centres }: { readonly cost_centres: readonly string[] }) => ({
  cost_centres: cost_centres.join("\n"),
});

/** The list of a customer's cost centres; while it is empty any text is one. */
export function CostCentreSection({ customerId }: { customerId: number }) {
  const { data, error, refetch } = useQuery(queryFor(listCostCentres, { path: { id: customerId } }));
  return (
    <Section title="Kostenstellen" total={data?.cost_centres.length}>
      {error && <ErrorState error={error} onRetry={refetch} />}
      {data && <CostCentreForm customerId={customerId} saved={typedOf(data)} />}
    </Section>
  );
}

type CostCentreFormProps = { customerId: number; saved: z.infer<typeof rules> };

const linesOf = (text: string) =>
  text.split("\n").flatMap((line) => {
    const name = line.trim();
    return name === "" ? [] : [name];
  });

/** Returns the names with the things that carry them; undefined, with a message, where nobody answers. */
const carriedNames = (id: number) =>
  call(listCostCentres, { path: { id }, query: { carried: "true" } }).then(
    ({ carried = [] }) => carried,
    (error: Error) => notify(error.message, "error"),
  );

/** Asks a question before names that others carry leave the list; `ask` answers false where nothing is to be saved. */
function useRenaming(id: number) {
  const [question, setQuestion] = useState<Omit<ComponentProps<typeof CostCentreQuestion>, "onClose"> | null>(null);
  const fates = useRef<Fates>(new Map());
  const end = useRef<(isToSave: boolean) => void>(null);
  const close = (isToSave: boolean) => {
    setQuestion(null);
    end.current?.(isToSave);
  };
  const ask = async (before: readonly string[], now: readonly string[]): Promise<boolean> => {
    fates.current = new Map();
    const removed = before.filter((name) => !now.includes(name));
    if (removed.length === 0) return true;
    const carried = await carriedNames(id);
    if (!carried) return false;
    const gone = carried.filter(({ name }) => removed.includes(name));
    if (gone.length === 0) return true;
    const onAnswer = (answer: Fates) => {
      fates.current = answer;
      close(true);
    };
    setQuestion({ gone, added: now.filter((name) => !before.includes(name)), onAnswer });
    return new Promise((resolve) => {
      end.current = resolve;
    });
  };
  const renamed = () => [...fates.current].flatMap(([from, to]) => (to === null ? [] : [{ from, to }]));
  return { ask, renamed, dialog: question && <CostCentreQuestion {...question} onClose={() => close(false)} /> };
}

function CostCentreForm({ customerId: id, saved }: CostCentreFormProps) {
  const renaming = useRenaming(id);
  const form = useSend({
    rules,
    start: { values: saved },
    send: ({ cost_centres }, once) => {
      const before = { cost_centres: linesOf(seen.cost_centres) };
      const body = { cost_centres: linesOf(cost_centres), renamed: renaming.renamed(), before };
      return call(setCostCentres, { path: { id }, body, once }).catch(reloadAfter(setCostCentres));
    },
    ask: ({ cost_centres }) => renaming.ask(linesOf(seen.cost_centres), linesOf(cost_centres)),
    route: setCostCentres,
    done: "Kostenstellen aktualisiert",
    next: typedOf,
    loss: "Die Kostenstellen werden nicht gespeichert.",
  });
  const { isDirty } = form.formState;
  const seen: CostCentreFormProps["saved"] = useSeen(saved, form);
  return (
    <>
      <Form onSubmit={form.submit}>
        <FormField
          of={form}
          name="cost_centres"
          label="Eine je Zeile"
          hint="Ohne Liste kann bei Boxen und Lieferungen jeder Text stehen. Umbenennen: den Namen ändern und speichern."
        >
          {(bound) => <Textarea {...bound} />}
        </FormField>
        <div className="min-h-8 pointer-coarse:min-h-12">
          {isDirty && (
            <FormActions>
              <Button type="submit" look="primary" pending={form.isPending}>
                Kostenstellen speichern
              </Button>
              <Button onClick={() => form.reset(saved, { keepDirtyValues: false })}>Zurücksetzen</Button>
            </FormActions>
          )}
        </div>
      </Form>
      {renaming.dialog}
    </>
  );
}
