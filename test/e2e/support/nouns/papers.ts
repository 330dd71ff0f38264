import type { Api } from "#test/e2e/support/api.ts";
import { pictureFile } from "#test/support/factories.ts";

/** A customer with three boxes; the second one has a picture, the first one is stored. */
export async function archive(api: Api) {
  const customer = await api.customer();
  const boxes = await api.boxes(3, customer);
  await api.store(boxes[0], await api.row());
  await api.image(boxes[1], new Blob([await pictureFile()]));
  return { customer, boxes };
}
