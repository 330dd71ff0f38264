import { showCount } from "#rules/amounts.ts";
import { parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { berlinTime } from "#rules/times.ts";
import { resultClassText, type ResultClass } from "#rules/stocktake/results.ts";
import {
  countStateText,
  showStocktake,
  type StocktakeState,
  stocktakeStateText,
} from "#rules/stocktake/stocktake-state.ts";
import { mm, Paper, type Printing } from "#server/documents/paper/page.ts";
import { Table } from "#server/documents/paper/table.ts";

interface Spot {
  readonly part: number;
  readonly height: number;
}

export interface StocktakeReportData {
  readonly id: number;
  readonly name: string;
  readonly state: StocktakeState;
  readonly blind: boolean;
  readonly second_person: boolean;
  /** Instants. */
  readonly created: string;
  readonly closed: string | null;
  readonly rows: readonly {
    readonly area: string;
    readonly number: number;
    readonly counter: string;
    /** Instants; null where it has not come so far. */
    readonly ended: string | null;
    readonly checker: string;
    readonly checked: string | null;
    /** Numbers of boxes that were expected, right and otherwise; null while the row is counted. */
    readonly counts: { readonly expected: number; readonly right: number; readonly others: number } | null;
  }[];
  /** All but those that were right, in walking order. */
  readonly results: readonly {
    readonly area: string;
    readonly number: number;
    readonly code: string;
    readonly class: ResultClass;
    readonly expected: Spot | null;
    readonly found: readonly Spot[];
    readonly hand: boolean;
    /** Fate of the result: who accepted it when, or why it is open. */
    readonly fate: string;
  }[];
}

const moment = (instant: string | null) => {
  if (instant === null) return "";
  const at = new Date(instant);
  return `${showDate(berlinDay(at))}, ${berlinTime(at)}`;
};

/** A row as the report names it, once in its rows and once over its results. */
const showRow = ({ area, number }: { readonly area: string; readonly number: number }) => `${area}, Reihe ${number}`;
const showSpot = ({ part, height }: Spot) => `T ${part}, H ${height}`;
const showCode = (code: string) => (parseBoxCode(code) ? showBoxCode(code) : code);

/** Draws the report of what a stocktake has found: row by row who counted and who checked, then every box that was not right. */
export function stocktakeReport(data: StocktakeReportData, printing: Printing): Buffer {
  const title = `Inventurbericht ${showStocktake(data.id)}`;
  const paper = new Paper(printing, { title, subtitle: data.name || stocktakeStateText[data.state] });
  const countedRows = data.rows.filter(({ counts }) => counts !== null).length;
  const facts = [
    `Stand: ${stocktakeStateText[data.state]}`,
    `Angelegt: ${moment(data.created)} Uhr`,
    ...(data.closed === null ? [] : [`Beendet: ${moment(data.closed)} Uhr`]),
    data.blind ? "Blind gezählt" : "Mit Vorgabe gezählt",
    data.second_person ? "Übernommen von einer zweiten Person" : "Ohne Pflicht zur zweiten Person",
    `${showCount(countedRows)} von ${showCount(data.rows.length)} Reihen gezählt`,
  ];
  paper.y += mm(4);
  paper.paragraph(facts.join(" · "));
  paper.y += mm(3);
  drawRows(paper, data);
  paper.y += mm(8);
  paper.paragraph("Abweichungen", { weight: "bold" });
  if (data.results.length === 0) paper.paragraph("Keine.");
  else drawResults(paper, data);
  return paper.finish();
}

function drawRows(paper: Paper, { rows }: StocktakeReportData): void {
  const table = new Table(paper, {
    row: { title: "Reihe", width: "rest", weight: "bold" },
    counter: { title: "Gezählt", width: 48 },
    checker: { title: "Geprüft", width: 48 },
    expected: { title: "Erwartet", width: 17, align: "right" },
    right: { title: "Richtig", width: 15, align: "right" },
    others: { title: "Anders", width: 15, align: "right" },
  });
  for (const row of rows) {
    const { counter, ended, checker, checked, counts } = row;
    table.group([
      {
        row: showRow(row),
        counter:
          ended === null
            ? counter
              ? `${counter}, ${countStateText[1]}`
              : countStateText[0]
            : `${counter}, ${moment(ended)}`,
        checker: checked === null ? "" : `${checker}, ${moment(checked)}`,
        expected: counts === null ? "" : showCount(counts.expected),
        right: counts === null ? "" : showCount(counts.right),
        others: counts === null ? "" : showCount(counts.others),
      },
    ]);
  }
  const sum = (key: "expected" | "right" | "others") =>
    showCount(rows.reduce((all, { counts }) => all + (counts?.[key] ?? 0), 0));
  table.total({ row: "Summe", expected: sum("expected"), right: sum("right"), others: sum("others") });
}

function drawResults(paper: Paper, { results }: StocktakeReportData): void {
  const table = new Table(paper, {
    row: { title: "Reihe", width: 34, hanging: true },
    code: { title: "Code", width: 28, weight: "bold" },
    class: { title: "Ergebnis", width: 40 },
    expected: { title: "Erwartet", width: 18 },
    found: { title: "Gefunden", width: 20 },
    fate: { title: "Stand", width: "rest", hanging: true },
  });
  for (const result of results)
    table.group([
      {
        row: showRow(result),
        code: showCode(result.code),
        class: resultClassText[result.class] + (result.hand ? " (von Hand)" : ""),
        expected: result.expected ? showSpot(result.expected) : "",
        found: result.found.map(showSpot).join("; "),
        fate: result.fate,
      },
    ]);
}
