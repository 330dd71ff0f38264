import { useQuery } from "@tanstack/react-query";
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
import { Textarea } from "#web/ui/form/textarea.tsx";
import { Section } from "#web/ui/page/section.tsx";

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

function CostCentreForm({ customerId: id, saved }: CostCentreFormProps) {
  const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "");
  const form = useSend({
    rules,
    start: { values: saved, resetOptions: { keepDirtyValues: true } },
    send: ({ cost_centres }, once) => {
      const body = { cost_centres: linesOf(cost_centres), before: { cost_centres: linesOf(seen.cost_centres) } };
      return call(setCostCentres, { path: { id }, body, once }).catch(reloadAfter(setCostCentres));
    },
    route: setCostCentres,
    done: "Kostenstellen aktualisiert",
    next: typedOf,
    loss: "Die Kostenstellen werden nicht gespeichert.",
  });
  const { isDirty } = form.formState;
  const seen: CostCentreFormProps["saved"] = useSeen(saved, isDirty);
  return (
    <Form onSubmit={form.submit}>
      <FormField
        of={form}
        name="cost_centres"
        label="Eine je Zeile"
        hint="Ohne Liste kann bei Boxen und Lieferungen jeder Text stehen."
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
  );
}
