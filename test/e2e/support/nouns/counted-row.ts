import type { Api } from "#test/e2e/support/api.ts";

/** A row with three boxes, and one that stands in another row. */
export async function shelf(api: Api) {
  const row = await api.row({ parts: 4, heights: 2 });
  const elsewhere = await api.row();
  const [right, shifted, gone, foreign] = await api.boxes(4);
  for (const [index, box] of [right, shifted, gone].entries()) await api.store(box, row, index + 1);
  await api.store(foreign, elsewhere, 1);
  return { row, right, shifted, gone, foreign };
}
