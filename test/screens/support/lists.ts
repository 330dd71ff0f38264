import type { Box } from "#contract/schemas/stock/boxes.ts";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { shapes } from "#contract/examples.ts";
import { page } from "vitest/browser";
import type { Asked, Stub } from "./stub.ts";

/** The page of the entries that was asked for. */
export function pageOf<Entry>(entries: readonly Entry[], { query }: Asked) {
  const [limit, offset] = [Number(query["limit"] ?? 30), Number(query["offset"] ?? 0)];
  return {
    count: entries.length,
    count_pages: Math.max(1, Math.ceil(entries.length / limit)),
    current_page: Math.floor(offset / limit) + 1,
    results: entries.slice(offset, offset + limit),
  };
}

/** So many created boxes of a customer, from its number 1 on. */
export function boxesOf(amount: number, owner = { id: 7, code: 42, name: "Klinikum Nord" }): Box[] {
  const code = String(owner.code).padStart(4, "0");
  return Array.from({ length: amount }, (_, index) => ({
    ...(shapes["Box"] as Box),
    id: index + 1,
    code: `${code}${String(index + 1).padStart(6, "0")}`,
    owner,
    state: 0,
    position: null,
  }));
}

/** Answers the list of boxes out of these, narrowed and ordered as asked for. */
export function replyBoxes(server: Stub, boxes: readonly Box[]): void {
  server.reply(listBoxes, (asked) => {
    const { owner, state, min_number, max_number, order_by } = asked.query;
    const numberOf = ({ code }: Box) => Number(code.slice(4));
    const found = boxes.filter(
      (box) =>
        (owner === undefined || box.owner.code === Number(owner)) &&
        (state === undefined || box.state === Number(state)) &&
        numberOf(box) >= Number(min_number ?? 0) &&
        numberOf(box) <= Number(max_number ?? Infinity),
    );
    return pageOf(order_by === "-code" ? found.toReversed() : found, asked);
  });
}

/** Returns the texts in the first column of a list's table, line by line. */
export const firstCells = (table: string): string[] =>
  [...page.getByRole("table", { name: table }).element().querySelectorAll("tbody tr td.row-link")].map(
    (cell) => cell.textContent ?? "",
  );
