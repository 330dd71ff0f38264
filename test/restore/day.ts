import { randomUUID } from "node:crypto";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import type { OperationResult } from "#contract/schemas/scanning/scans.ts";
import { call, signIn } from "#test/faults/product.ts";
import { anyDay } from "#test/faults/writers.ts";

const signIns = 3;

/**
 * Performs the work of a day, each part in a table of its own that has to give a new number. People sign in, scan, order, destroy and export.
 * @throws Error that says what was not answered as on any other day
 */
export async function workADay(url: string): Promise<void> {
  for (let n = 1; n < signIns; n++) await signIn(url);
  const token = await signIn(url);
  const make = <T = { id: number }>(path: string, body: object) => call<T>(url, token, `POST ${path}`, body);
  const customer = await make("/customers/", { name: "Kanzlei nach der Wiederherstellung" });
  const area = await make("/areas/", { name: `Halle ${randomUUID()}` });
  const row = await make("/rows/", { areaId: area.id, number: 1, reverse: false });
  const [stored, doomed] = await make<Box[]>("/boxes/", { owner: customer.id, amount: 2, size: 400 });
  if (!stored || !doomed) throw new Error("no boxes were made");
  const scan = { id: randomUUID(), kind: "store", code: stored.code, row: row.id, part: 1, height: 1 };
  const { results } = await make<{ results: OperationResult[] }>("/scans/", { operations: [scan] });
  if (results[0]?.status !== "done") throw new Error(`a scan became ${JSON.stringify(results)}`);
  const option = await make("/deliveries/options/", { ...anyDay, customer: customer.id });
  await make("/deliveries/", {
    customer: customer.id,
    delivery_option: option.id,
    boxes: [stored.id],
    boxcontents: [],
  });
  await make("/boxes/marking/", { boxes: [doomed.id] });
  const destroyed = await make<{ results: Box[] }>("/boxes/destruction/", {});
  if (!destroyed.results.some(({ id }) => id === doomed.id)) throw new Error("a marked box was not destroyed");
  await exportAll(url, token, customer.id);
}

async function exportAll(url: string, token: string, customer: number): Promise<void> {
  const headers = { authorization: `Token ${token}` };
  const response = await fetch(`${url}/api/v1/customers/${customer}/export/`, { method: "POST", headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok || bytes.toString("latin1", 0, 2) !== "PK")
    throw new Error(`an export answered ${response.status}: ${bytes.toString("utf8", 0, 200)}`);
}
