import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { billedMonth } from "#contract/calls/billing/billing.ts";
import type { BilledCustomer } from "#contract/schemas/billing/billing.ts";
import { differenceOf, showDifference } from "#rules/billing/amount-texts.ts";
import { amountSum } from "#rules/billing/decimal.ts";
import { showThings } from "#rules/amounts.ts";
import { berlinDay } from "#rules/dates.ts";
import { showMoney } from "#rules/money.ts";
import { showMonth } from "#rules/months.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { useLeaveQuestion } from "#web/shell/leave-question.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Progress } from "#web/ui/feedback/progress.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { monthOptions, readRunMonth } from "./invoice-search.ts";
import { noOutcome, RunEnd, RunReceipt, useRunOutcome } from "./run-receipt.tsx";
import { ArchiveProblems } from "#web/lists/archive-problems.tsx";
import { doubtsOf, RunDoubts } from "./run-doubts.tsx";
import { isBillable, WaitingCustomers } from "./run-waiting.tsx";
import { resultNow, type RunProgress, type RunResult, useRun } from "./use-run.ts";

const columns: readonly TableColumn<BilledCustomer>[] = [
  { key: "customer", label: "Kunde", main: true, grow: true, cell: ({ customer }) => showCustomer(customer) },
  { key: "gross", label: "Brutto", align: "right", phone: "beside", cell: ({ gross }) => showMoney(gross) },
  { key: "net", label: "Netto", align: "right", cell: ({ net }) => showMoney(net) },
  {
    key: "difference",
    label: "Netto zum Vormonat",
    align: "right",
    cell: ({ net, before }) => showDifference(differenceOf(net, before)),
  },
];

const nowOf = (results: readonly RunResult[], month: readonly BilledCustomer[] | undefined) =>
  results.map((result) => resultNow(result, month));
const noRunText = (isHeld: boolean, chosen: number) =>
  (isHeld && "Angaben des Archivs fehlen.") || (chosen === 0 && "Kein Kunde ist angehakt.");
const invoicesOf = (count: number) => showThings(count, "Rechnung", "Rechnungen");
const leaving = { title: "Abrechnung anhalten", action: "Anhalten und gehen" };

/** Bills a month that is over: whom of those who are not billed yet, with a yes to the number of invoices. */
export default function RunPage() {
  const [today] = useState(() => berlinDay(new Date()));
  const month = readRunMonth(useSearch({ strict: false }), today);
  return <Run key={month} month={month} today={today} />;
}

type IssueButtonProps = {
  count: number;
  isRunning: boolean;
  isEnded: boolean;
  blocked: string | false;
  onClick: () => void;
};

/** Once a run has ended, the next step is to send the invoices. */
const IssueButton = ({ count, isRunning, isEnded, blocked, onClick }: IssueButtonProps) => (
  <Button
    look={isEnded ? undefined : "primary"}
    pending={isRunning}
    disabledReason={!isRunning && blocked}
    onClick={onClick}
  >
    {`${invoicesOf(count)} ausstellen`}
  </Button>
);

const useBilledMonth = (month: string) =>
  useQuery({
    ...queryFor(billedMonth, { query: { month } }),
    placeholderData: () => undefined, // another month is no place holder for this one
    staleTime: 0, // every scan may change it
  });

function Run({ month, today }: { month: string; today: string }) {
  const { progress, results, start, end } = useRun(month);
  const [choices, setChoices] = useState<ReadonlyMap<number, boolean>>(new Map());
  const { data, error, isFetching, refetch } = useBilledMonth(month);
  useLeaveQuestion(progress?.isOver === false, "Die übrigen Rechnungen werden nicht ausgestellt.", leaving);
  const issued = progress && new Set(results.flatMap((one) => (one.invoice ? one.customer.id : [])));
  const unbilled = data?.results.filter(({ customer, invoice }) => !invoice && !issued?.has(customer.id));
  const open = unbilled?.filter(isBillable);
  const isChosen = ({ customer }: BilledCustomer) => choices.get(customer.id) ?? true;
  const isHeld = (data?.problems.length ?? 0) > 0;
  const chosen = open?.filter(isChosen) ?? [];
  const count = progress?.count ?? chosen.length;
  const outcome = useRunOutcome(month, nowOf(results, data?.results), progress !== undefined);
  const isEnded = results.length > 0 && !progress;
  const ask = async () => (await confirm(questionOf(chosen, month))) && start(chosen);
  return (
    <>
      <PageHead
        above={<MonthLink month={month} />}
        title={`Monat abrechnen: ${showMonth(month)}`}
        actions={
          <IssueButton
            count={count}
            isRunning={progress !== undefined}
            isEnded={isEnded}
            blocked={noRunText(isHeld, chosen.length)}
            onClick={() => void ask()}
          />
        }
      />
      <ArchiveProblems of={data?.problems} />
      <RunEnd of={isEnded ? outcome : noOutcome} />
      {progress ? <RunUnderWay of={progress} onEnd={end} /> : <MonthField month={month} today={today} />}
      <RunDoubts of={doubtsOf(open ?? [])} month={month} />
      <Section title="Noch nicht abgerechnet" total={open?.length}>
        <DataTable
          leading
          caption="Noch nicht abgerechnet"
          columns={columns}
          rows={open}
          rowKey={({ customer }) => customer.id}
          link={({ customer }, content) => <TextLink {...paths.bill(customer.id, { month })}>{content}</TextLink>}
          ticks={{
            nameOf: ({ customer }) => showCustomer(customer),
            has: isChosen,
            set: (rows, isOn) =>
              setChoices(new Map([...choices, ...rows.map(({ customer }) => [customer.id, isOn] as const)])),
            may: () => progress === undefined,
          }}
          fetching={isFetching}
          error={error}
          onRetry={refetch}
          empty={<NobodyOpen month={month} />}
        />
      </Section>
      <WaitingCustomers of={unbilled ?? []} month={month} />
      <RunReceipt of={outcome} />
    </>
  );
}

const NobodyOpen = ({ month }: { month: string }) => (
  <EmptyState
    text={`Der ${showMonth(month)} ist abgerechnet.`}
    reason="Kein Kunde ist noch offen, der mit diesem Monat abgerechnet wird."
  />
);

const MonthLink = ({ month }: { month: string }) => (
  <TextLink to="/billing" search={{ month }}>
    Abrechnung {showMonth(month)}
  </TextLink>
);

function questionOf(chosen: readonly BilledCustomer[], month: string) {
  const count = chosen.length;
  const sum = showMoney(amountSum(chosen.map(({ gross }) => gross)));
  const doubts = doubtsOf(chosen);
  const doubted = new Set(doubts.map(({ of }) => of)).size;
  return {
    title: "Rechnungen ausstellen",
    text: `${invoicesOf(count)} für ${showMonth(month)} über zusammen ${sum} ${count === 1 ? "wird" : "werden"} ausgestellt. Danach lässt sich eine Rechnung nur noch stornieren.`,
    warning:
      doubts.length > 0
        ? `${showThings(doubts.length, "Hinweis", "Hinweise")} bei ${showThings(doubted, "Kunde", "Kunden")}: Sie stehen über der Liste.`
        : undefined,
    action: `${invoicesOf(count)} ausstellen`,
    typeToConfirm: String(count),
  };
}

function RunUnderWay({ of: { done, count, isEnding }, onEnd }: { of: RunProgress; onEnd: () => void }) {
  return (
    <div className="mb-3 flex max-w-prose items-end gap-3">
      <div className="min-w-0 flex-1">
        <Progress label={`${done.toLocaleString("de-DE")} von ${invoicesOf(count)} ausgestellt`} share={done / count} />
      </div>
      <Button pending={isEnding} onClick={onEnd}>
        Anhalten
      </Button>
    </div>
  );
}

function MonthField({ month, today }: { month: string; today: string }) {
  const navigate = useNavigate();
  return (
    <Field label="Monat" className="mb-3 max-w-xs">
      <Select
        options={monthOptions(today, month)}
        value={month}
        onChange={({ target }) => void navigate({ ...paths.billingRun({ month: target.value }), replace: true })}
      />
    </Field>
  );
}
