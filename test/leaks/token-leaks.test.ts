import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";
import { smallArchive } from "./archive.ts";
import { changeOthers } from "./changes.ts";
import { leaks, standingServer } from "./crawl.ts";
import { addForeignRows } from "./foreign-rows.ts";
import { forbiddenTo, saidForbidden } from "./forbidden.ts";
import { onePerCall } from "./proof.ts";
import type { Extent } from "./list-queries.ts";
import { questionsFor } from "./questions.ts";

const { db } = await testDatabase();
const extent: Extent = {
  spare: 3,
  foreign: 4,
  own: 10,
  values: 2,
  queries: 25,
  mixtures: 2,
  limits: [30],
  offsets: [0],
  selected: 0,
};
const allRights = { may_order: true, may_store: true, may_manage: true, may_approve_destruction: true };

expensive("two crawls of every call, and every change of staff")(
  "a token for one customer shows in not one byte what happens to another one of its user's",
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "magazin-token-leaks-"));
    const server = await standingServer(db, dataDir);
    const cast = await smallArchive(db, server);
    const { a } = server;
    const owner = { id: cast.own[0] ?? 0 };
    const user = await a.user({ customers: [owner, cast.other.owner] });
    await db.write((tx) => tx.updateTable("customer_users").set(allRights).where("user_id", "=", user.id).execute());
    const sameButOne = await a.user({ customers: [owner] });
    const program = await server.program(user, owner);
    const questions = await questionsFor(db, { a, other: cast.other, userId: user.id, extent });
    expect(questions.length).toBeGreaterThan(200);
    const before = await program.crawl(questions);
    expect(before.filter(({ status }) => status === 200).length).toBeGreaterThan(100);
    const words = (await forbiddenTo(db, sameButOne.id)).filter(
      ({ what }) => what !== "the name of another customer's user",
    );
    await changeOthers({ db, staff: await server.client(cast.staff), cast });
    await addForeignRows(db, 400);
    const after = await program.crawl(questions);
    expect(onePerCall(leaks(questions, before, after))).toEqual([]);
    expect(onePerCall(saidForbidden(questions, before, words))).toEqual([]);
    program.close();
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  },
  1_200_000,
);
