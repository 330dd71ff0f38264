import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { getStocktake } from "#contract/calls/stocktake/stocktakes.ts";
import type { StocktakeDetail, StocktakeRow } from "#contract/schemas/stocktake/stocktakes.ts";
import { showCount } from "#rules/amounts.ts";
import { StocktakeState, CountState } from "#rules/stocktake/stocktake-state.ts";
import { showUserName } from "#rules/access/users.ts";
import { queryFor } from "#web/api/queries.ts";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { Detail } from "#web/detail-page/detail.tsx";
import { Missing } from "#web/detail-page/not-available.tsx";
import { paths } from "#web/paths.ts";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { StepLine } from "#web/ui/page/step-line.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { HowToCount } from "./how-to-count.tsx";
import { StocktakeHead } from "./stocktake-head.tsx";
import { StocktakeResults } from "./stocktake-results.tsx";
import { CountBadge } from "./stocktake-badges.tsx";

const nameOf = ({ area, number }: StocktakeRow) => `${area.name}, Reihe ${number}`;

const columns: readonly TableColumn<StocktakeRow>[] = [
  { key: "row", label: "Reihe", main: true, grow: true, cell: nameOf },
  { key: "state", label: "Stand", phone: "beside", cell: ({ state }) => <CountBadge state={state} /> },
  { key: "counter", label: "Gezählt von", cell: ({ counter }) => counter && showUserName(counter) },
  {
    key: "ended",
    label: "Gezählt am",
    cell: ({ begun, ended }) => {
      if (ended !== null) return showDateTime(ended);
      return begun === null ? null : `seit ${showDateTime(begun)}`;
    },
  },
  {
    key: "scanned",
    label: "Gescannt",
    align: "right",
    cell: ({ scanned, expected, state }) => {
      if (state === CountState.open) return null;
      return expected === null ? showCount(scanned) : `${showCount(scanned)} von ${showCount(expected)}`;
    },
  },
  {
    key: "open",
    label: "Zu prüfen",
    align: "right",
    cell: ({ open }) => open && <strong>{showCount(open)}</strong>,
  },
];

/** The rows of a stocktake: who counts them, how far they are, what of them is still to be checked. */
function StocktakeRows({ rows }: { rows: readonly StocktakeRow[] }) {
  return (
    <Section title="Reihen" total={rows.length}>
      <DataTable
        caption="Reihen"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        link={({ id }, content) => <Link {...paths.row(id)}>{content}</Link>}
        empty={null}
      />
    </Section>
  );
}

const route = getRouteApi("/services/stocktakes/$id");

/** One stocktake: its rows, what came of counting them, and what is accepted of that. */
export default function StocktakePage() {
  const { id } = route.useParams();
  const query = useQuery(queryFor(getStocktake, { path: { id } }));
  return (
    <Detail
      query={query}
      title={({ number }) => number}
      head={(stocktake) =>
        stocktake ? <StocktakeHead stocktake={stocktake} /> : <DetailHead above={above} title="Inventur" />
      }
      missing={
        <Missing text="Diese Inventur gibt es nicht.">
          <ButtonLink {...paths.stocktakes()}>Zu den Inventuren</ButtonLink>
        </Missing>
      }
    >
      {(stocktake) => (
        <>
          <StocktakeSteps stocktake={stocktake} />
          <StocktakeFacts stocktake={stocktake} />
          {stocktake.closed === null && stocktake.rows_ended < stocktake.rows_count && <HowToCount of={stocktake} />}
          <StocktakeRows rows={stocktake.rows} />
          {stocktake.rows_ended > 0 && <StocktakeResults stocktake={stocktake} />}
        </>
      )}
    </Detail>
  );
}

const above = <TextLink {...paths.stocktakes()}>Inventuren</TextLink>;

const steps = ["Anlegen", "Zählen", "Prüfen", "Abschließen"] as const;
/** Step at which the stocktake stands in each state; a closed or discarded one stands at none. */
const stepOf: Record<StocktakeState, number> = { 0: 1, 1: 1, 2: 2, 3: 3, 4: -1, 9: -1 };

function StocktakeSteps({ stocktake: { state } }: { stocktake: StocktakeDetail }) {
  const current = stepOf[state];
  const done = state === StocktakeState.closed ? steps.length : Math.max(1, current);
  return <StepLine current={current} steps={steps.map((label, at) => ({ label, isDone: at < done }))} />;
}

function StocktakeFacts({ stocktake }: { stocktake: StocktakeDetail }) {
  const { name, blind, rows_count, rows_ended, rows_checked, created, created_by, closed, discard_reason } = stocktake;
  return (
    <Facts>
      <Fact label="Name" wide="phone">
        {name}
      </Fact>
      <Fact label="Art">{blind ? "blind" : "mit Vorgabe"}</Fact>
      <Fact label="Reihen gezählt">{`${showCount(rows_ended)} von ${showCount(rows_count)}`}</Fact>
      <Fact label="Reihen geprüft">{`${showCount(rows_checked)} von ${showCount(rows_count)}`}</Fact>
      <Fact label="Noch offen">{showCount(stocktake.open)}</Fact>
      <Fact label="Übernehmen darf">{stocktake.second_person ? "wer nicht gezählt hat" : "jeder"}</Fact>
      <Fact label="Angelegt" wide="phone">{`${showDateTime(created)}, ${showUserName(created_by)}`}</Fact>
      {closed && <Fact label={discard_reason === null ? "Abgeschlossen" : "Verworfen"}>{showDateTime(closed)}</Fact>}
      {discard_reason !== null && (
        <Fact label="Grund" wide>
          {discard_reason}
        </Fact>
      )}
    </Facts>
  );
}
