import { changeInvoices } from "./invoice-changes.ts";
import { changeTours } from "./tour-changes.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { createArea, deleteArea } from "#contract/calls/stock/areas.ts";
import { createBoxes, deleteBox, destroyMarked, editBox, editMeta, markBoxes } from "#contract/calls/stock/boxes.ts";
import { createContent, deleteContent, editContent } from "#contract/calls/stock/contents.ts";
import { setCostCentres } from "#contract/calls/customers/cost-centres.ts";
import { createAddress } from "#contract/calls/customers/addresses.ts";
import { createCustomer, deleteCustomer, editCustomer, getCustomer } from "#contract/calls/customers/customers.ts";
import {
  cancelDelivery,
  completeDelivery,
  createDelivery,
  editDelivery,
  getDelivery,
  setDeliveryLines,
  startDelivery,
} from "#contract/calls/deliveries/deliveries.ts";
import {
  copyDeliveryOptions,
  createDeliveryOption,
  deleteDeliveryOption,
  editDeliveryOption,
} from "#contract/calls/deliveries/delivery-options.ts";
import { abortBatch, createBatch, editBatch, proposeBatch } from "#contract/calls/destruction/destruction-batches.ts";
import { changeProcedure, withdrawChange } from "#contract/calls/destruction/procedures.ts";
import { deleteImage, editImage, uploadImage } from "#contract/calls/stock/images.ts";
import { releaseHold, setHold } from "#contract/calls/destruction/holds.ts";
import { undoMeta } from "#contract/calls/stock/meta.ts";
import { addProof } from "#contract/calls/deliveries/proofs.ts";
import {
  applyRetention,
  assignRetention,
  changeKeeper,
  createRetentionClass,
} from "#contract/calls/destruction/retention.ts";
import {
  checkImport,
  commitImport,
  createImport,
  discardImport,
  mapImport,
  undoImport,
} from "#contract/calls/exchange/imports.ts";
import { changeRights } from "#contract/calls/access/rights.ts";
import { createRow, deleteRow, editRow } from "#contract/calls/stock/rows.ts";
import { saveView } from "#contract/calls/search/views.ts";
import { login } from "#contract/calls/access/session.ts";
import { endUserSession, listUserSessions } from "#contract/calls/access/sessions.ts";
import { createUser, editUser, resetPassword } from "#contract/calls/access/users.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import type { Client } from "#test/support/client.ts";
import { pictureFile } from "#test/support/factories.ts";
import { staffPassword } from "./archive.ts";
import { newcomer } from "./list-queries.ts";
import { boxIn, type Changing, type Id, scanAll, their, theirs } from "./changing.ts";
import { changeCounts } from "./count-changes.ts";
import { changeCopies } from "./copy-changes.ts";

const otherCustomer = ({ cast }: Changing) => ({ path: { id: cast.other.owner.id } });

async function changeCustomers(changing: Changing): Promise<void> {
  const { staff, db, cast } = changing;
  const { rows } = await sql<{ code: number }>`
    select min(n) as code from generate_series(0, 9999) n where n not in (select code from customers)`.execute(db.read);
  const [lowest] = rows; // before all others in every list
  for (const name of [`${newcomer} GmbH`, "Aachener Archiv", "Mitte"]) {
    const { id } = await staff.call(createCustomer, { body: { name, notes: newcomer } });
    await staff.call(createBoxes, { body: { owner: id, start: 0, amount: 2, size: 400 } });
  }
  const { id } = await staff.call(createCustomer, { body: { name: "Kurz" } });
  await staff.call(deleteCustomer, { path: { id } });
  await staff.call(createCustomer, { body: { name: newcomer, code: lowest?.code ?? 0 } });
  const body = {
    name: `Aa ${newcomer}`,
    notes: "neu",
    address_city: "Mitte",
    address_postcode: "01067",
    meter_price: "9.99",
  };
  await staff.call(editCustomer, { path: { id: cast.other.owner.id }, body });
}

/** People come, go, are renamed and change sides, the author of the crawling users' history among them. */
async function changePeople(changing: Changing): Promise<void> {
  const { staff, db, cast } = changing;
  const made = await staff.call(createUser, {
    body: { last_name: newcomer, email: "neu@example.com", first_name: "Aa" },
  });
  const { rows: authors } = await sql<{ id: number }>`
    select distinct user_id as id from history join users on users.id = user_id
    where is_staff and user_id <> ${cast.staff.id} order by 1 limit 2`.execute(db.read);
  for (const { id } of authors) {
    await staff.call(editUser, { path: { id }, body: { last_name: newcomer, first_name: "Aa", is_staff: false } });
  }
  const assigned = (await staff.call(getCustomer, otherCustomer(changing))).users?.map(({ id }) => id) ?? [];
  const user_ids = [...assigned, made.id, ...authors.map(({ id }) => id)];
  await staff.call(editCustomer, { ...otherCustomer(changing), body: { user_ids } });
  const own_password = staffPassword;
  const { init_password_plain } = await staff.call(resetPassword, { path: { id: made.id }, body: { own_password } });
  await endSessionOf(staff, made, init_password_plain);
  await staff.call(editUser, {
    path: { id: cast.other.userId },
    body: { email: "anders@example.com", last_name: "Anders", own_password: staffPassword },
  });
  await staff.call(editUser, { path: { id: cast.other.userId }, body: { active: false } });
  await staff.call(editUser, { path: { id: made.id }, body: { is_staff: true } });
}

/** Somebody signs in, and staff end that session. */
async function endSessionOf(staff: Client, { id, email }: { id: number; email: string }, password: string) {
  await staff.call(login, { body: { username: email, password } });
  const { results } = await staff.call(listUserSessions, { path: { id } });
  for (const { id: session } of results) await staff.call(endUserSession, { path: { id, session } });
}

async function changeOptions(changing: Changing): Promise<void> {
  const { staff, cast } = changing;
  const whole = { description: newcomer, days: "1,2", from: "01:00", to: "02:00", prior: 0, window: 1, price: "0.10" };
  const customer = cast.other.owner.id;
  const { id } = await staff.call(createDeliveryOption, { body: { ...whole, customer } });
  await staff.call(createDeliveryOption, { body: { ...whole, customer, window: 2 } });
  await staff.call(deleteDeliveryOption, { path: { id } });
  const branch = await staff.call(createCustomer, { body: { name: `${newcomer} Filiale` } });
  await staff.call(copyDeliveryOptions, { body: { customer: branch.id, from: customer } });
  for (const name of [newcomer, "Aachen"])
    await staff.call(createAddress, { path: { id: customer }, body: { name, note: newcomer, is_default: true } });
  const option = await their(changing, "delivery_options");
  await staff.call(editDeliveryOption, {
    path: { id: option.id },
    body: { description: "Anders", price: 99, rush: true },
  });
}

/** Halls and rows, those where the crawling users' boxes stand, too: they are the provider's own. */
async function changeStock({ staff, db }: Changing): Promise<number> {
  const [kept, gone] = [
    await staff.call(createArea, { body: { name: `Aa ${newcomer}` } }),
    await staff.call(createArea, { body: { name: "Kurz" } }),
  ];
  await staff.call(deleteArea, { path: { id: gone.id } });
  const row = await staff.call(createRow, { body: { areaId: kept.id, number: 1 } });
  const short = await staff.call(createRow, { body: { areaId: kept.id, number: 2 } });
  await staff.call(deleteRow, { path: { id: short.id } });
  const rows = await db.read.selectFrom("rows").select(["id", "reverse"]).orderBy("id").limit(20).execute();
  for (const { id, reverse } of rows)
    await staff.call(editRow, { path: { id }, body: { reverse: !reverse, parts: 7 } });
  return row.id;
}

async function changePlaces(changing: Changing, row: number): Promise<void> {
  const { staff, cast } = changing;
  const made = await staff.call(createBoxes, { body: { owner: cast.other.owner.id, start: 0, amount: 6, size: 123 } });
  const store = ({ code }: { code: string }, part: number) =>
    ({ kind: "store", code, row, part, height: 1, move: true }) as const;
  await scanAll(
    changing,
    made.slice(0, 4).map((box, index) => store(box, index + 1)),
  );
  const [moved, back] = [await boxIn(changing, 1), await boxIn(changing, 2)];
  await scanAll(changing, [
    store(moved, 9),
    { kind: "release", code: moved.code, text: newcomer },
    { kind: "receive", code: back.code },
  ]);
  const [one, two] = made;
  const { code } = cast.other.owner;
  await scanAll(changing, [
    store(back, 10),
    { kind: "swap", code: one?.code ?? "", with: two?.code ?? "" },
    { kind: "create", customer: code, code: `${String(code).padStart(4, "0")}900001` },
  ]);
}

/** Neither held nor to be kept. */
const mayGo = sql`hold_count = 0 and retain_until is null`;
/** Condition for boxes of a customer whose boxes are destroyed without approval. */
const isDirect = sql`(select destruction_procedure = 0 from customers where id = boxes.customer_id)`;

async function changeStates(changing: Changing): Promise<void> {
  const { staff, db, cast } = changing;
  const edit = (id: number, body: object) => staff.call(editBox, { path: { id }, body });
  const [stored, created, marked] = [
    await boxIn(changing, 1),
    await boxIn(changing, 0, sql`${mayGo} and ${isDirect}`),
    await boxIn(changing, 7),
  ];
  await edit(marked.id, { state: 0 });
  await edit(stored.id, { state: 7 });
  await staff.call(markBoxes, { body: { boxes: [(await boxIn(changing, 2)).id] } });
  await edit(created.id, { state: 6 });
  const destroyed = await boxIn(changing, 6);
  await edit(destroyed.id, { state: 2 });
  await edit((await boxIn(changing, 2)).id, { state: 3, text: newcomer });
  await staff.call(deleteBox, { path: { id: (await boxIn(changing, 0)).id } });
  const { rows } = await sql<{ at: string }>`
    select coalesce(min(marked), now()) - interval '1 millisecond' as at from boxes
    where customer_id = any(${cast.own}::bigint[])`.execute(db.read);
  await staff.call(destroyMarked, { query: { marked_until: rows[0]?.at ?? "" } });
}

async function changeMeta({ staff, cast }: Changing): Promise<void> {
  const customer = { id: cast.other.owner.id };
  const values = {
    meta_year: 1999,
    meta_destroy_year: 2009,
    meta_first_delivery_customer: "1999-12-31",
    size: 77,
    period_from: "1998",
    period_to: "1999-12-31",
  };
  await staff.call(editMeta, { body: { customer, ...values } });
  const { undo } = await staff.call(editMeta, { body: { customer, action: "reset_year" } });
  await staff.call(undoMeta, { body: { customer, undo: undo ?? "" } });
  await staff.call(setCostCentres, { path: customer, body: { cost_centres: [newcomer] } });
  await staff.call(editMeta, { body: { customer, cost_centre: newcomer } });
  await staff.call(saveView, { body: { list: "boxes", name: newcomer, search: `customer=${newcomer}` } });
}

/** Classes, terms and holds, on boxes of their own, so that what comes after may still destroy the others. */
async function changeRetention({ staff, cast }: Changing): Promise<void> {
  const customer = { id: cast.other.owner.id };
  const made = await staff.call(createBoxes, { body: { owner: customer.id, start: 0, amount: 2, size: 123 } });
  const boxes = made.map(({ id }) => id);
  const own = { name: newcomer, agreed_by: newcomer, years: 3 };
  const { id: retention_class } = await staff.call(createRetentionClass, { body: { customer, ...own } });
  await staff.call(assignRetention, { body: { customer, boxes, retention_class, begins: "2001-12-31" } });
  await staff.call(changeKeeper, { body: { customer, finance_supervised: true, audit_open_from: 2099 } });
  await staff.call(changeKeeper, { body: { customer, audit_open_from: null } }); // or their boxes would be held
  await staff.call(changeRights, { path: customer, body: { user: cast.other.userId, may_manage: true } });
  await staff.call(applyRetention, { body: { dry_run: false } });
  const { id } = await staff.call(setHold, { body: { customer, boxes, reason: newcomer } });
  await staff.call(releaseHold, { path: { id }, body: { reason: newcomer } });
  await staff.call(setHold, { body: { customer, boxes, reason: newcomer } });
}

/** A destruction of another customer's box, proposed and taken back; its number counts all of them, as a delivery's does. */
async function changeDestructions(changing: Changing): Promise<void> {
  const { staff } = changing;
  const box = await boxIn(changing, 1, mayGo);
  const customer = { id: box.customer_id };
  await staff.call(changeProcedure, { path: customer, body: { destruction_procedure: 1 } });
  await staff.call(editBox, { path: { id: box.id }, body: { state: BoxState.marked } });
  const body = { customer, boxes: [box.id], early_reason: newcomer };
  const path = { id: (await staff.call(createBatch, { body })).id };
  await staff.call(editBatch, { path, body: { machine: newcomer } });
  await staff.call(proposeBatch, { path });
  await staff.call(abortBatch, { path, body: { reason: newcomer } });
  await changeProcedures(changing);
}

/** It is asked for that a procedure ends, which is withdrawn and asked for again. */
async function changeProcedures({ staff, cast }: Changing): Promise<void> {
  const customer = { path: { id: cast.other.owner.id } };
  await staff.call(changeProcedure, { ...customer, body: { destruction_procedure: 1 } });
  const ask = () => staff.call(changeProcedure, { ...customer, body: { waiting_days: 1 } });
  const { change } = await ask();
  await staff.call(withdrawChange, { path: { id: change?.id ?? 0 } });
  await ask();
}

/** Lists that are sent in, taken over, taken back and given up. */
async function changeImports({ staff, cast }: Changing): Promise<void> {
  const customer = cast.other.owner.id;
  const send = (list: string) =>
    staff.call(createImport, {
      body: { customer, name: newcomer, file: new Blob([list]) } as { customer: number; name: string },
    });
  const [kept, undone, wrong] = [
    await send(`Boxnummer;Inhalt;Fremdnummer\n900101;${newcomer};${newcomer}\n`),
    await send(`Boxnummer;Inhalt\n900102;${newcomer}\n`),
    await send(`Boxnummer;Jahrgang\n900103;${newcomer}\n`),
  ];
  for (const { id } of [kept, undone, wrong]) await staff.call(checkImport, { path: { id } });
  for (const { id } of [kept, undone]) await staff.call(commitImport, { path: { id }, body: { again: false } });
  await staff.call(undoImport, { path: { id: undone.id } });
  await staff.call(mapImport, { path: { id: wrong.id }, body: { mapping: ["number", null] } });
  const { id } = await send(`Boxnummer\n900104\n`);
  await staff.call(discardImport, { path: { id } });
}

async function changeContents(changing: Changing): Promise<void> {
  const { staff } = changing;
  const box = await boxIn(changing, 1);
  const add = (text: string) => staff.call(createContent, { body: { box_id: box.id, text } });
  const [kept, gone] = [await add(newcomer), await add("Kurz")];
  await staff.call(editContent, { path: { id: kept.id }, body: { text: `${newcomer}, Rechnungen` } });
  await staff.call(deleteContent, { path: { id: gone.id } });
  const living = sql`state = 0 and box_id in (select id from boxes where state <> 6)`;
  const [edited, deleted] = await theirs(changing, "contents", living, 2);
  await staff.call(editContent, { path: { id: edited?.id ?? 0 }, body: { text: "Rechnungen" } });
  await staff.call(deleteContent, { path: { id: deleted?.id ?? 0 } });
}

/** Orders of every kind come and go, and those that were there move on. */
async function changeDeliveries(changing: Changing, row: number): Promise<void> {
  const { staff, cast } = changing;
  const customer = cast.other.owner.id;
  const made = await staff.call(createBoxes, { body: { owner: customer, start: 0, amount: 4, size: 123 } });
  const [first, second, third, home] = made;
  if (!first || !second || !third || !home) throw new Error("The boxes were not made.");
  const place = { kind: "store", row, height: 1, move: false } as const;
  await scanAll(
    changing,
    made.map(({ code }, index) => ({ ...place, code, part: 20 + index })),
  );
  const content = await staff.call(createContent, { body: { box_id: home.id, text: newcomer } });
  const times = { description: newcomer, days: "1,2,3,4,5,6,7", from: "01:00", to: "23:59", prior: 0, window: 1 };
  const option = await staff.call(createDeliveryOption, { body: { ...times, price: "0.10", customer } });
  const order = (boxes: Id[], boxcontents: Id[], kind: 0 | 1 | 3 = 0) => {
    const ids = (things: Id[]) => things.map(({ id }) => id);
    const things = { boxes: ids(boxes), boxcontents: ids(boxcontents) };
    return staff.call(createDelivery, {
      body: { kind, customer, delivery_option: kind === 1 ? null : option.id, ...things },
    });
  };
  const [one, other] = [await order([first, second], [content]), await order([third], [])];
  const path = { id: one.id };
  await staff.call(editDelivery, {
    path,
    body: { price: "99.99", time: new Date(Date.now() + 90 * 86_400_000).toISOString() },
  });
  await staff.call(startDelivery, { path });
  await scanAll(changing, [
    { kind: "pick", delivery: one.id, code: first.code },
    { kind: "pick", delivery: one.id, content: content.id },
    { kind: "missing", delivery: one.id, code: second.code, text: newcomer },
    { kind: "load", delivery: one.id, code: first.code },
    { kind: "unload", delivery: one.id, code: first.code, fate: "back" },
    { kind: "unload", delivery: one.id, code: first.code, fate: "delivered" },
  ]);
  const proof = { id: randomUUID(), kind: "signature", image: new Blob([await pictureFile()]) } as const;
  await staff.call(addProof, { path, body: proof });
  await scanAll(changing, [{ kind: "handover", delivery: one.id, name: newcomer, signature: proof.id }]);
  const single = await staff.call(createContent, { body: { box_id: third.id, text: newcomer } });
  const otherPath = { id: other.id };
  await staff.call(setDeliveryLines, { path: otherPath, body: { boxes: [], boxcontents: [single.id] } });
  await staff.call(setDeliveryLines, { path: otherPath, body: { boxes: [third.id], boxcontents: [] } });
  await staff.call(cancelDelivery, { path: otherPath });
  await order([first], [content], 1);
  await scanAll(changing, [
    { kind: "receive", code: first.code },
    { kind: "receive", content: content.id },
  ]);
  const scans = await order([third], [], 3);
  await scanAll(changing, [{ kind: "pick", delivery: scans.id, code: third.code }]);
  await changeCopies(staff, scans.id, third.id);
  await scanAll(changing, [{ ...place, code: third.code, part: 22 }]);
  await order([third], []);
  const waiting = await their(
    changing,
    "deliveries",
    sql`state = 0 and kind = 0 and id not in (
    select delivery_id from delivery_boxes where not open union all select delivery_id from delivery_contents where not open)`,
  );
  await staff.call(startDelivery, { path: { id: waiting.id } });
  const { boxes, boxcontents } = await staff.call(getDelivery, { path: { id: waiting.id } });
  const things = [...boxes.map(({ code }) => ({ code })), ...boxcontents.map(({ id }) => ({ content: id ?? 0 }))];
  await scanAll(
    changing,
    things.map((thing) => ({ kind: "pick", delivery: waiting.id, ...thing })),
  );
  await staff.call(completeDelivery, { path: { id: waiting.id } });
}

/** Pictures, the one whose file is a crawling user's, too. */
async function changePictures(changing: Changing): Promise<void> {
  const { staff, cast } = changing;
  const box = await boxIn(changing, 1);
  const image = new Blob([await pictureFile()]);
  const { id } = await staff.call(uploadImage, { body: { box_id: box.id, image } as { box_id: number } });
  await staff.call(editImage, { path: { id }, body: { viewed: true } });
  const shared = await their(
    changing,
    "images",
    sql`sha256 in (select sha256 from images where customer_id = any(${cast.own}::bigint[]))`,
  );
  await staff.call(deleteImage, { path: { id: shared.id } });
}

/** Staff change everything that is not the crawling users', and nothing of theirs. */
export async function changeOthers(changing: Changing): Promise<void> {
  await changePictures(changing);
  await changeCustomers(changing);
  await changePeople(changing);
  await changeOptions(changing);
  const row = await changeStock(changing);
  await changePlaces(changing, row);
  await changeStates(changing);
  await changeMeta(changing);
  await changeRetention(changing);
  await changeDestructions(changing);
  await changeImports(changing);
  await changeContents(changing);
  await changeTours(changing);
  await changeInvoices(changing);
  await changeDeliveries(changing, row);
  await changeCounts(changing, row);
}
