import { useMutation } from "@tanstack/react-query";
import { FlaskConical, Scale } from "lucide";
import { applyRetention } from "#contract/calls/destruction/retention.ts";
import type { Reply } from "#contract/route.ts";
import { showCount, showThings } from "#rules/amounts.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";

type TrialResult = Reply<typeof applyRetention>;
type OfCustomer = TrialResult["results"][number];

const showCustomers = (count: number) => showThings(count, "Kunde", "Kunden");

/** Applies the newest law to those customers whose boxes are still kept by an older one, after it has been said what would change. */
export function LawChange() {
  const trial = useMutation({ mutationFn: () => call(applyRetention, { body: { dry_run: true } }) });
  const applying = useMutation({
    mutationFn: () => call(applyRetention, { body: { dry_run: false } }),
    onSuccess: ({ results }) => {
      notify(`Neue Fristen gelten für ${showCustomers(results.length)}`);
      trial.reset();
    },
    onSettled: () => invalidate(applyRetention),
  });
  const trialResult = trial.data;
  const apply = async ({ results, version }: TrialResult) => {
    const years = results.reduce((sum, each) => sum + each.years, 0);
    const yes = await confirm({
      title: "Gesetzesänderung anwenden",
      text: `Für ${showCustomers(results.length)} gilt danach Fassung ${version}. ${showCount(years)} Vernichtungsjahre ändern sich; von Hand eingetragene bleiben. Jede Änderung steht im Verlauf der Box.`,
      action: "Anwenden",
      danger: true,
      typeToConfirm: String(results.length),
    });
    if (yes) applying.mutate();
  };
  return (
    <Section
      title="Gesetzesänderung"
      actions={
        <>
          <Button icon={FlaskConical} pending={trial.isPending} onClick={() => trial.mutate()}>
            Probelauf
          </Button>
          <Button
            icon={Scale}
            pending={applying.isPending}
            disabledReason={
              (!trialResult && "Bitte erst den Probelauf ansehen.") ||
              (trialResult?.results.length === 0 && "Es ändert sich nichts.")
            }
            onClick={() => trialResult && void apply(trialResult)}
          >
            Anwenden …
          </Button>
        </>
      }
    >
      <p role="status" className="mb-2 max-w-prose text-muted">
        {trialResult
          ? result(trialResult)
          : "Der Probelauf sagt für jeden Kunden, welche Fristen sich ändern würden, und ändert nichts."}
      </p>
      {trialResult && trialResult.results.length > 0 && (
        <DataTable
          caption="Probelauf"
          columns={columns}
          rows={trialResult.results}
          rowKey={({ customer }) => customer.id}
        />
      )}
    </Section>
  );
}

const result = ({ version, results }: TrialResult) =>
  results.length === 0
    ? `Für alle Kunden gilt schon Fassung ${version}.`
    : `Fassung ${version} gilt für ${showCustomers(results.length)} noch nicht.`;

const number = (key: keyof Omit<OfCustomer, "customer">, label: string): TableColumn<OfCustomer> => ({
  key,
  label,
  align: "right",
  cell: (row) => showCount(row[key]),
});
const columns: readonly TableColumn<OfCustomer>[] = [
  { key: "customer", label: "Kunde", grow: true, cell: ({ customer }) => showCustomer(customer) },
  number("due_before", "Fällig bisher"),
  number("due_after", "Fällig danach"),
  number("earlier", "Ende früher"),
  number("later", "Ende später"),
  number("other", "Ende neu oder offen"),
  number("years", "Vernichtungsjahre"),
];
