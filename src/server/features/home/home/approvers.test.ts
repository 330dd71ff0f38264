import { expect, test } from "vitest";
import { listRights } from "#contract/calls/access/rights.ts";
import { editUser } from "#contract/calls/access/users.ts";
import { home } from "#contract/calls/home/home.ts";
import type { WaitingKind } from "#rules/waiting-lines.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const lineOf = async (kind: WaitingKind, who: Client) =>
  (await who.call(home, {})).waiting.find((line) => line.kind === kind);

test("home says whose destruction nobody can approve who can sign in still, to the archive and to the customer", async () => {
  const owner = await a.customer();
  const approver = await a.user({ customers: [owner] });
  await a.approver(approver, owner);
  const left = await server.as(await a.user({ customers: [owner] }));
  const stranger = await server.as(await a.user({ customers: [await a.customer()] }));
  const { id } = await a.batch({ owner, boxes: [await a.box({ owner, state: 7 })], until: "proposed" });
  const lines = async () => {
    const found = await Promise.all([staff, left, stranger].map((who) => lineOf("batch_nobody", who)));
    return found.map((line) => line && [line.count, line.first]);
  };
  expect(await lines()).toEqual([undefined, undefined, undefined]);

  const { results: rights } = await staff.call(listRights, { path: { id: owner.id } });
  for (const { user, may_approve_destruction } of rights)
    if (may_approve_destruction) await staff.call(editUser, { path: { id: user.id }, body: { active: false } });
  const line = [1, { id: owner.id, name: owner.name }];
  expect(await lines()).toEqual([line, line, undefined]);
  expect((await staff.call(listRights, { path: { id: owner.id } })).results).toContainEqual(
    expect.objectContaining({ user: expect.objectContaining({ id: approver.id, may_sign_in: false }) as unknown }),
  );

  await a.approver({ id: left.userId }, owner);
  expect(await lines()).toEqual([undefined, undefined, undefined]);
  expect(await lineOf("batch_approve", left)).toMatchObject({ count: 1, first: { id } });
});
