import { showBoxCode, showCustomer } from "#rules/stock/box-code.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { excerptOf } from "#rules/search/excerpt.ts";
import type { TextRange } from "#rules/search/spelling.ts";
import { shownPosition } from "#server/database/positions.ts";
import type { BoxMatch } from "./find-boxes.ts";
import type { BoxColumns, ContentRecord, OwnerColumns } from "./find-contents.ts";
import type { CustomerRow, DeliveryRow, RowRow } from "./find-others.ts";

/** A result as the API has it. */
interface SearchResult {
  readonly id: number;
  readonly title: string;
  readonly highlight: number[][];
  readonly box: ReturnType<typeof boxOf> | null;
  readonly owner: ReturnType<typeof ownerOf> | null;
  readonly state: number | null;
  readonly position: ReturnType<typeof shownPosition>;
}

const boxOf = ({ box_id: id, box_code: code, box_state: state }: BoxColumns) => ({ id, code, state });
const ownerOf = ({ owner_id: id, owner_code: code, owner_name: name }: OwnerColumns) => ({ id, code, name });
const markTitle = (text: string, words: readonly string[]) => {
  const { title, highlight } = excerptOf(text, words);
  return { title, highlight: highlight.map(([from, to]) => [from, to]) };
};

export const contentResult = (row: ContentRecord, words: readonly string[]): SearchResult => ({
  id: row.id,
  ...markTitle(row.text, words),
  box: boxOf(row),
  owner: ownerOf(row),
  state: row.state,
  position: shownPosition(row.box_id, row),
});

export const boxResult = (row: BoxMatch, digits: string | null): SearchResult => ({
  id: row.box_id,
  title: row.number === null ? showBoxCode(row.box_code) : `${showBoxCode(row.box_code)} · ${row.number}`,
  highlight:
    digits === null ? [] : placesOf(row.box_code, digits).map(([from, to]) => [shownAt(from), shownAt(to - 1) + 1]),
  box: boxOf(row),
  owner: ownerOf(row),
  state: row.box_state,
  position: shownPosition(row.box_id, row),
});

export const customerResult = (row: CustomerRow, words: readonly string[]): SearchResult => ({
  id: row.owner_id,
  ...markTitle([showCustomer(ownerOf(row)), row.street, row.city].filter(Boolean).join(", "), words),
  box: null,
  owner: ownerOf(row),
  state: null,
  position: null,
});

export function deliveryResult(row: DeliveryRow, words: readonly string[], digits: string | null): SearchResult {
  const code = showDeliveryCode(row.code);
  const { title, highlight } = markTitle(row.text, words);
  const shift = `${code} – `.length;
  return {
    id: row.id,
    title: title === "" ? code : `${code} – ${title}`,
    highlight:
      title === ""
        ? placesOf(code, digits ?? "").map(([from, to]) => [from, to])
        : highlight.map((range) => range.map((at) => at + shift)),
    box: null,
    owner: ownerOf(row),
    state: row.state,
    position: null,
  };
}

export const rowResult = (row: RowRow, words: readonly string[]): SearchResult => ({
  id: row.id,
  ...markTitle(`${row.area}, Reihe ${row.number}`, words),
  box: null,
  owner: null,
  state: null,
  position: null,
});

/** Where digits stand in a number. */
function placesOf(code: string, digits: string): TextRange[] {
  const at = digits === "" ? -1 : code.lastIndexOf(digits);
  return at < 0 ? [] : [[at, at + digits.length]];
}

/** Where a digit of a code stands among the points between them. */
const shownAt = (index: number) => index + (index >= 4 ? 1 : 0) + (index >= 7 ? 1 : 0);
