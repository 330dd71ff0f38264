import { listBoxes } from "#contract/calls/stock/boxes.ts";
import type { Api } from "#test/e2e/support/api.ts";

/** Takes the mark from every box, so that a test knows which ones are marked. */
export async function unmarkAll(api: Api) {
  const { results } = await api.call(listBoxes, { query: { state: 7 } });
  for (const box of results) await api.edit(box, { state: 0 });
}
