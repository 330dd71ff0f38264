import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide";
import { useState } from "react";
import { listRetentionClasses } from "#contract/calls/destruction/retention.ts";
import type { RetentionClass } from "#contract/schemas/destruction/retention.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { showDate } from "#rules/dates.ts";
import { showPeriod } from "#rules/destruction/retention/retention.ts";
import { queryFor } from "#web/api/queries.ts";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import { useOwnCustomers } from "#web/forms/own-customers.ts";
import { NotedList } from "#web/lists/noted-list.tsx";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { LawChange } from "./law-change.tsx";

const ClassDialog = onDemand(async () => (await import("./class-dialog.tsx")).ClassDialog);

/** The classes by which papers are kept, with where it is written, and the way to apply a change of law. */
export default function LawPage() {
  const { data, error, isFetching, refetch } = useQuery(queryFor(listRetentionClasses, { query: {} }));
  const [isOpen, setOpen] = useState(false);
  const customers = useOwnCustomers();
  const whose: TableColumn<RetentionClass> = {
    key: "customer",
    label: "Gilt für",
    cell: ({ customer, agreed_by }) => {
      const owner = customers?.find(({ id }) => id === customer);
      return customer === null ? "alle Kunden" : `${owner ? showCustomer(owner) : ""} (vereinbart mit ${agreed_by})`;
    },
  };
  return (
    <>
      <PageHead
        isList
        above={<ServiceLinks />}
        title="Aufbewahrungsfristen"
        total={data?.results.length}
        actions={
          <Button icon={Plus} onClick={() => setOpen(true)}>
            <span className="max-sm:sr-only">Eigene Klasse anlegen</span>
          </Button>
        }
      />
      <NotedList note={note} isWaiting={!data}>
        <DataTable
          leading
          caption="Aufbewahrungsklassen"
          columns={[...columns, whose]}
          rows={data?.results}
          rowKey={({ id }) => id}
          fetching={isFetching}
          error={error}
          onRetry={refetch}
        />
      </NotedList>
      {(data || error) && <LawChange />}
      {isOpen && <ClassDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const note =
  "Der Stand des Gesetzes mit der Quelle und dem Tag, an dem sie gelesen wurde. Er ist keine Rechtsberatung: Bitte lassen Sie ihn prüfen, bevor Sie danach vernichten.";

const columns: readonly TableColumn<RetentionClass>[] = [
  { key: "name", label: "Klasse", cell: ({ name }) => <Text>{name}</Text> },
  { key: "begins", label: "Beginn", cell: ({ begins }) => <Text>{begins}</Text> },
  { key: "rules", label: "Frist", cell: ({ rules }) => <Rules rules={rules} /> },
];

const Text = ({ children }: { children: string }) => (
  <span className="block whitespace-normal sm:min-w-36">{children}</span>
);

type Rule = RetentionClass["rules"][number];
const startText: Record<Rule["start"], string> = {
  year_end: "zum Jahresende",
  day: "auf den Tag",
  manual: "(Vorschlag)",
};

function inForce({ valid_from, valid_to }: Rule): string {
  return [valid_from && `ab ${showDate(valid_from)}`, valid_to && `bis ${showDate(valid_to)}`]
    .filter(Boolean)
    .join(" ");
}

function Rules({ rules }: { rules: readonly Rule[] }) {
  return (
    <ul className="grid gap-1 py-1 whitespace-normal sm:min-w-96">
      {rules.map((rule) => (
        <li key={`${rule.valid_from}${rule.applies_if}`}>
          {[
            `${showPeriod(rule)} ${startText[rule.start]}`,
            rule.applies_if === "finance" ? "unter Finanzaufsicht" : "",
            inForce(rule),
          ]
            .filter(Boolean)
            .join(", ")}
          <span className="block text-muted">
            {rule.basis}; {rule.source}, gelesen am {showDate(rule.checked_on)}
          </span>
        </li>
      ))}
    </ul>
  );
}
