import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { destroyMarked, editBox } from "#contract/calls/stock/boxes.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import * as batches from "#contract/calls/destruction/destruction-batches.ts";
import {
  agreeToChange,
  changeProcedure,
  getProcedure,
  withdrawChange,
} from "#contract/calls/destruction/procedures.ts";
import { changeRights } from "#contract/calls/access/rights.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { login } from "#contract/calls/access/session.ts";
import { changePassword, createUser, resetPassword } from "#contract/calls/access/users.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import { Client, testServer } from "#test/support/client.ts";
import { signedLetter } from "#test/support/factories/batch-factories.ts";
import { testDatabase } from "#test/support/database.ts";
import { repeated } from "#test/support/extent.ts";
import type { Box, Customer } from "#test/support/factories.ts";
import { fc } from "#test/support/random.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const password = "Quittenbaum-2027";

/** A step of the procedure and the people, of flesh and blood, who took it: what the server cannot see. */
type Taken = Map<string, Set<"one" | "other">>;

/** Play of two people. One wants to destroy a box alone, with as many accounts as they like; the other one works as usual. */
interface Play {
  readonly owner: Customer;
  readonly box: Box;
  /** The accounts that the one signs in to, with a session of each. */
  readonly held: Client[];
  readonly other: Client;
  batch: number;
  change: number;
  /** True where nobody had to wait for the change any more. */
  waited: boolean;
  readonly taken: Taken;
}

const at = <T>(things: readonly T[], n: number) => things[n % things.length] as T;
const note = ({ taken }: Play, what: string, who: "one" | "other") =>
  taken.set(what, (taken.get(what) ?? new Set()).add(who));

/** Signs in with an initial password that they were shown, and sets one of their own. */
async function hold(play: Play, id: number, email: string, initial: string): Promise<void> {
  const { body } = await server.anonymous.ask(login, { body: { username: email, password: initial } });
  const client = new Client(server.url, body.token, id);
  const own = { old_password: initial, new_password: password };
  await client.call(changePassword, { path: { id }, body: own });
  play.held.push(client);
}
async function makeUser(play: Play, n: number, is_staff: boolean): Promise<number> {
  const sent = { email: `${randomUUID()}@example.com`, last_name: "Neu", is_staff, manages_users: is_staff };
  const { status, body } = await at(play.held, n).ask(createUser, { body: sent });
  if (status === 201) await hold(play, body.id, body.email, body.init_password_plain);
  return status === 201 ? body.id : 0;
}

const path = (id: number) => ({ path: { id: Math.max(1, id) } });
const number = ({ batch }: Play) => ({ number: showBatch(batch) });

async function propose(play: Play, client: Client, who: "one" | "other") {
  const made = await client.ask(batches.createBatch, {
    body: { customer: { id: play.owner.id }, boxes: [play.box.id] },
  });
  if (made.status === 201) play.batch = made.body.id;
  if ((await client.ask(batches.proposeBatch, path(play.batch))).status === 200) note(play, `batch ${play.batch}`, who);
}
async function confirm(play: Play, client: Client, who: "one" | "other") {
  const { status } = await client.ask(batches.confirmBatch, { ...path(play.batch), body: number(play) });
  if (status === 200) note(play, `batch ${play.batch}`, who);
}
async function ask(play: Play, client: Client, who: "one" | "other", body: object) {
  const { id } = play.owner;
  const { body: procedure, status } = await client.ask(changeProcedure, { path: { id }, body });
  if (status !== 200 || !procedure.change || procedure.change.id === play.change) return;
  play.change = procedure.change.id;
  play.waited = procedure.waiting_days === 0;
  note(play, `change ${play.change}`, who);
}
async function agree(play: Play, client: Client, who: "one" | "other") {
  if ((await client.ask(agreeToChange, path(play.change))).status === 200) note(play, `change ${play.change}`, who);
}

type Move = (play: Play, n: number) => Promise<unknown>;
/** Moves that the one person makes alone. */
const alone: Record<string, Move> = {
  makeStaff: (play, n) => makeUser(play, n, true),
  makeApprover: async (play, n) => {
    const id = await makeUser(play, n, false);
    if (id === 0) return;
    const [owner, client] = [{ path: { id: play.owner.id } }, at(play.held, 0)];
    await client.ask(editCustomer, { ...owner, body: { user_ids: [id] } });
    await client.ask(changeRights, { ...owner, body: { user: id, may_approve_destruction: true } });
  },
  takeOver: async (play, n) => {
    const target = { path: { id: play.other.userId }, body: { own_password: password } };
    const { status, body } = await at(play.held, n).ask(resetPassword, target);
    if (status === 200) await hold(play, body.id, body.email, body.init_password_plain);
  },
  fewerDays: (play, n) => ask(play, at(play.held, n), "one", { waiting_days: 0 }),
  moreDays: (play, n) => ask(play, at(play.held, n), "one", { waiting_days: 7 }),
  off: (play, n) => ask(play, at(play.held, n), "one", { destruction_procedure: 0 }),
  offAtOnce: (play, n) => ask(play, at(play.held, n), "one", { destruction_procedure: 0, waiting_days: 0 }),
  agree: (play, n) => agree(play, at(play.held, n), "one"),
  withdraw: (play, n) => at(play.held, n).ask(withdrawChange, path(play.change)),
  propose: (play, n) => propose(play, at(play.held, n), "one"),
  approve: async (play, n) => {
    const form = new FormData();
    for (const [name, value] of [
      ["signer", "Dr. Kurz"],
      ["reference", "AZ 7"],
    ] as const)
      form.append(name, value);
    form.append("image", new Blob([new Uint8Array(signedLetter)]), "brief.pdf");
    await at(play.held, n).raw("POST", `/api/v1/destruction-batches/${play.batch}/letter/`, { body: form });
    await at(play.held, n).ask(batches.decideBatch, {
      ...path(play.batch),
      body: { rest: "approved", ...number(play) },
    });
  },
  confirm: (play, n) => confirm(play, at(play.held, n), "one"),
  scan: ({ held, batch, box }, n) =>
    at(held, n).ask(scan, {
      body: { operations: [{ id: randomUUID(), kind: "shred", batch: Math.max(1, batch), code: box.code }] },
    }),
  edit: ({ held, box }, n) => at(held, n).ask(editBox, { path: { id: box.id }, body: { state: BoxState.destroyed } }),
  collective: ({ held }, n) => at(held, n).ask(destroyMarked, {}),
  abort: ({ held, batch }, n) => at(held, n).ask(batches.abortBatch, { ...path(batch), body: { reason: "Nein" } }),
};
/** Moves of the other person, and the passing of time. */
const otherwise: Record<string, Move> = {
  otherProposes: (play) => propose(play, play.other, "other"),
  otherConfirms: (play) => confirm(play, play.other, "other"),
  otherAsks: (play) => ask(play, play.other, "other", { destruction_procedure: 0 }),
  otherAgrees: (play) => agree(play, play.other, "other"),
  timeOfBatch: ({ batch }) => a.waiting({ id: batch }, -1),
  timeOfChange: async (play) => {
    await a.waitedFor({ id: play.owner.id });
    play.waited = true;
  },
};
const moves = { ...alone, ...otherwise };
type Name = keyof typeof moves & string;

/** First moves of the one person, so that there are accounts to try. */
const twice = ["makeStaff", "makeStaff"] as const;
const beginnings: readonly (readonly Name[])[] = [[], twice, twice, ["takeOver"], ["makeApprover"]];
/** After whatever came before, the shortest ways to the end, with one account after the other; where the other one helps, with them. */
const assault: readonly (readonly [Name, number])[] = [
  ["abort", 0],
  ["propose", 0],
  ["approve", 0],
  ["confirm", 1],
  ["confirm", 2],
  ["otherConfirms", 0],
  ["timeOfBatch", 0],
  ["scan", 0],
  ["offAtOnce", 0],
  ["agree", 1],
  ["agree", 2],
  ["otherAgrees", 0],
  ["edit", 0],
];
const random = fc.array(fc.tuple(fc.constantFrom(...Object.keys(moves)), fc.nat(5)), {
  minLength: 1,
  maxLength: 7,
});

/** Returns what let the box go: its batch or a change, whose every step was taken by people that the test knows. */
async function wayOf({ owner, box, batch, change, taken, waited }: Play) {
  const shredded = await db.read
    .selectFrom("destruction_lines")
    .select("batch_id")
    .where("box_id", "=", box.id)
    .where("scanned_at", "is not", null)
    .executeTakeFirst();
  const { destruction_procedure } = await server
    .as(await a.user({ isStaff: true }))
    .then((client) => client.call(getProcedure, { path: { id: owner.id } }));
  const people = [...(taken.get(shredded ? `batch ${batch}` : `change ${change}`) ?? [])].toSorted();
  return { people, isOver: shredded !== undefined || (waited && destruction_procedure === 0) };
}

expensive("random orders of calls in a two-person procedure, 24 times")(
  "the two-person procedure cannot be got round by any order of calls: no box goes that one person alone let go",
  async () => {
    let destroyed = 0;
    const beginning = fc.constantFrom(...beginnings);
    const property = fc.asyncProperty(
      beginning,
      random,
      fc.nat(2),
      fc.tuple(fc.constantFrom(0, 7), fc.boolean()),
      async (first, steps, n, [days, helps]) => {
        const owner = await a.customer();
        await a.procedure(owner, days);
        const staff = async () => server.as(await a.user({ isStaff: true, password }));
        const box = await a.box({ owner, state: BoxState.marked });
        const [held, other] = [[await staff()], await staff()];
        const play: Play = { owner, box, held, other, batch: 0, change: 0, waited: false, taken: new Map() };
        const last = assault
          .filter(([name]) => helps || !name.startsWith("other"))
          .map(([name, more]) => [name, n + more] as const);
        for (const [name, nth] of [...first.map((each) => [each, 0] as const), ...steps, ...last])
          await moves[name]?.(play, nth);
        const { state } = await db.read
          .selectFrom("boxes")
          .select("state")
          .where("id", "=", box.id)
          .executeTakeFirstOrThrow();
        if (state !== BoxState.destroyed) return;
        destroyed++;
        expect(await wayOf(play)).toEqual({ people: ["one", "other"], isOver: true });
      },
    );
    await fc.assert(property, { numRuns: repeated(24, 2000) });
    expect(destroyed).toBeGreaterThan(3); // what is never let go proves nothing
    expect((await runChecks(db)).filter(({ name }) => !/waited for/.test(name))).toEqual([]); // a waiting time was ended by hand
  },
  repeated(240_000, 3_600_000),
);
