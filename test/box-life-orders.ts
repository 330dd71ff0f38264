import { sql } from "kysely";
import { BoxState } from "#rules/box-state.ts";
import { ContentState } from "#rules/content-state.ts";
import { HistoryKind } from "#rules/history.ts";
import { changeBox } from "#server/database/box-changes.ts";
import type { Database } from "#server/database/database.ts";
import { leave } from "#server/features/positions/mutations.ts";

interface Ordered {
  readonly db: Database;
  readonly userId: number;
  readonly box: { readonly id: number };
}

/** What a delivery does to a box in stock, straight in the database; false where the box cannot be ordered. */
export function order({ db, userId, box }: Ordered): Promise<boolean> {
  return db.write(async (tx) => {
    const found = await tx
      .selectFrom("boxes")
      .select(["state", "customer_id"])
      .where("id", "=", box.id)
      .forUpdate()
      .executeTakeFirst();
    const parts = await tx
      .selectFrom("contents")
      .select("id")
      .where("box_id", "=", box.id)
      .where("state", "=", 2)
      .executeTakeFirst();
    if (found?.state !== BoxState.inStock || parts) return false;
    const { rows } = await sql<{ id: number; code: number }>`
      insert into deliveries (customer_id, kind, state, time) values (${found.customer_id}, 0, 0, now()) returning id, code`.execute(
      tx,
    );
    const [delivery] = rows;
    await sql`insert into delivery_boxes (delivery_id, customer_id, box_id) values (${delivery?.id}, ${found.customer_id}, ${box.id})`.execute(
      tx,
    );
    const meta = { delivery: delivery?.code };
    const set = sql`state = ${BoxState.ordered}::smallint`;
    await changeBox(tx, { boxId: box.id, userId, kind: HistoryKind.ordered, meta, set });
    return true;
  });
}

/** A worker takes an ordered box from its place (event 17); false where there is nothing to take. */
export function pick({ db, userId, box }: Ordered): Promise<boolean> {
  return db.write(async (tx) => {
    const found = await tx
      .selectFrom("boxes")
      .select(["state", "row_id"])
      .where("id", "=", box.id)
      .forUpdate()
      .executeTakeFirst();
    if (found?.state !== BoxState.ordered || found.row_id === null) return false;
    const { rows } = await sql<{ code: number }>`
      update deliveries d set state = 1 from delivery_boxes l
      where l.delivery_id = d.id and l.open and l.box_id = ${box.id} returning d.code`.execute(tx);
    await sql`update delivery_boxes set picked = now() where open and box_id = ${box.id}`.execute(tx);
    const meta = { delivery: rows[0]?.code };
    await changeBox(tx, { boxId: box.id, userId, kind: HistoryKind.boxPicked, meta, set: leave(BoxState.ordered) });
    return true;
  });
}

/** The delivery of an ordered box that still stands on its place is cancelled (event 21). */
export function cancel({ db, userId, box }: Ordered): Promise<boolean> {
  return db.write(async (tx) => {
    const found = await tx
      .selectFrom("boxes")
      .select(["state", "row_id"])
      .where("id", "=", box.id)
      .forUpdate()
      .executeTakeFirst();
    if (found?.state !== BoxState.ordered || found.row_id === null) return false;
    const { rows } = await sql<{ code: number }>`
      update deliveries d set state = 3 from delivery_boxes l
      where l.delivery_id = d.id and l.open and l.box_id = ${box.id} returning d.code`.execute(tx);
    await sql`update delivery_boxes set open = false where open and box_id = ${box.id}`.execute(tx);
    const meta = { delivery: rows[0]?.code };
    const set = sql`state = ${BoxState.inStock}::smallint`;
    await changeBox(tx, { boxId: box.id, userId, kind: HistoryKind.orderCancelled, meta, set });
    return true;
  });
}

interface OrderedContent extends Ordered {
  readonly content: { readonly id: number; readonly text: string };
}

/** A delivery asks for a content that is inside a box in stock; false where it cannot. */
export function orderContent({ db, userId, box, content }: OrderedContent): Promise<boolean> {
  return db.write(async (tx) => {
    const found = await tx
      .selectFrom("boxes")
      .select(["state", "customer_id"])
      .where("id", "=", box.id)
      .forUpdate()
      .executeTakeFirst();
    const part = await tx
      .selectFrom("contents")
      .select(["state", "text"])
      .where("id", "=", content.id)
      .executeTakeFirst();
    if (found?.state !== BoxState.inStock || part?.state !== ContentState.inside) return false;
    const { rows } = await sql<{ id: number; code: number }>`
      insert into deliveries (customer_id, kind, state, time) values (${found.customer_id}, 0, 0, now()) returning id, code`.execute(
      tx,
    );
    await sql`
      insert into delivery_contents (delivery_id, customer_id, content_id, box_id, content)
      values (${rows[0]?.id}, ${found.customer_id}, ${content.id}, ${box.id}, ${part.text})`.execute(tx);
    await tx.updateTable("contents").set({ state: ContentState.ordered }).where("id", "=", content.id).execute();
    const meta = { delivery: rows[0]?.code, content: part.text };
    await changeBox(tx, { boxId: box.id, userId, kind: HistoryKind.ordered, meta });
    return true;
  });
}

/** A worker takes an ordered content out of its box (event 18); false where there is nothing to take. */
export function pickContent({ db, userId, box, content }: OrderedContent): Promise<boolean> {
  return db.write(async (tx) => {
    await tx.selectFrom("boxes").select("id").where("id", "=", box.id).forUpdate().execute();
    const part = await tx
      .selectFrom("contents")
      .select(["state", "text"])
      .where("id", "=", content.id)
      .executeTakeFirst();
    if (part?.state !== ContentState.ordered) return false;
    const { rows } = await sql<{ code: number }>`
      update deliveries d set state = 1 from delivery_contents l
      where l.delivery_id = d.id and l.open and l.content_id = ${content.id} returning d.code`.execute(tx);
    await sql`update delivery_contents set picked = now() where open and content_id = ${content.id}`.execute(tx);
    await tx.updateTable("contents").set({ state: ContentState.outside }).where("id", "=", content.id).execute();
    const meta = { delivery: rows[0]?.code, content: part.text };
    await changeBox(tx, { boxId: box.id, userId, kind: HistoryKind.contentPicked, meta });
    return true;
  });
}

/** The number, as people read it, of the open delivery that a box or one of its contents is in. */
export async function deliveryOf(db: Database, box: { readonly id: number }): Promise<string> {
  const { rows } = await sql<{ code: number }>`
    select d.code from deliveries d where id in (
      select delivery_id from delivery_boxes where open and box_id = ${box.id}
      union select delivery_id from delivery_contents where open and box_id = ${box.id})`.execute(db.read);
  return String(rows[0]?.code).padStart(6, "0");
}
