import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide";
import * as z from "zod/mini";
import { changeKeeper, listRetained } from "#contract/calls/destruction/retention.ts";
import { typedDestroyYear } from "#contract/fields/box.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { showCount } from "#rules/amounts.ts";
import { call } from "#web/api/call.ts";
import { queryFor } from "#web/api/queries.ts";
import { FormField } from "#web/forms/form-field.tsx";
import { useSend } from "#web/forms/use-send.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { Section } from "#web/ui/page/section.tsx";

const keeperForm = z.object({
  finance_supervised: z.boolean(),
  audit_open_from: z.string().check(
    z.trim(),
    z.refine((typed) => typed === "" || typedDestroyYear.safeParse(typed).success, invalid.range),
  ),
});

interface Keeper {
  readonly finance_supervised: boolean;
  readonly audit_open_from: number | null;
}

/** Shows the facts of a customer that decide which law counts, and the boxes that may go this year. */
export function KeeperSection({ customerId }: { customerId: number }) {
  const { data, error, refetch, isFetching } = useQuery(
    queryFor(listRetained, { query: { customer: customerId, limit: 1 } }),
  );
  const counts = data && [
    `Frist zu Ende ${showCount(data.counts.due)} (davon ${showCount(data.counts.marked)} markiert)`,
    `${showCount(data.counts.held)} gesperrt`,
    `${showCount(data.counts.open)} ohne Frist`,
  ];
  return (
    <Section
      title="Aufbewahrung"
      actions={
        <ButtonLink icon={Hourglass} {...paths.retention({ customer: customerId })}>
          Was darf dieses Jahr weg
        </ButtonLink>
      }
    >
      <div className="min-h-60">
        {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
        {data && <p className="mb-3 text-muted tabular-nums">In diesem Jahr: {counts?.join(", ")}.</p>}
        {data && <KeeperForm customerId={customerId} keeper={data} />}
      </div>
    </Section>
  );
}

const typedOf = ({ finance_supervised, audit_open_from }: Keeper) => ({
  finance_supervised,
  audit_open_from: audit_open_from === null ? "" : String(audit_open_from),
});

function KeeperForm({ customerId, keeper }: { customerId: number; keeper: Keeper }) {
  const form = useSend({
    rules: keeperForm,
    start: { values: typedOf(keeper) },
    send: ({ finance_supervised, audit_open_from: year }, once) => {
      const audit_open_from = year === "" ? null : Number(year);
      return call(changeKeeper, { body: { customer: { id: customerId }, finance_supervised, audit_open_from }, once });
    },
    route: changeKeeper,
    done: "Aufbewahrung aktualisiert",
    next: typedOf,
    loss: "Die Angaben zur Aufbewahrung werden nicht gespeichert.",
  });
  return (
    <Form onSubmit={form.submit}>
      <Checkbox
        label="Bank, Versicherung oder Wertpapierinstitut"
        hint="Belege werden dann zehn Jahre aufbewahrt."
        {...form.register("finance_supervised")}
      />
      <FormField
        of={form}
        name="audit_open_from"
        label="Betriebsprüfung offen ab Jahr"
        hint="Steuerlich bedeutsame Boxen ab diesem Jahr sind gesperrt; leer heißt keine."
        className="max-w-64"
      >
        {(bound) => <NumberInput {...bound} />}
      </FormField>
      <div className="min-h-8 pointer-coarse:min-h-12">
        {form.formState.isDirty && (
          <Button type="submit" look="primary" pending={form.isPending}>
            Aufbewahrung speichern
          </Button>
        )}
      </div>
    </Form>
  );
}
