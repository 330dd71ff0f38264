import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { connect } from "#server/database/connect.ts";
import { Database, servingLimits } from "#server/database/database.ts";
import { ensureAdmin } from "#server/features/access/users/mutations.ts";
import { emptyDatabase } from "#test/support/database.ts";
import { migrate } from "./migrate.ts";

const [connection, another, busy] = [await emptyDatabase(), await emptyDatabase(), await emptyDatabase()];

describe("servers that start together on an empty database", () => {
  test("run every migration once, and the next start runs none", async () => {
    const ran = await Promise.all(Array.from({ length: 4 }, () => migrate(connection)));
    const names = ran.flat();
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
    expect(ran.filter((each) => each.length > 0).length).toBe(1);
    expect(await migrate(connection)).toEqual([]);
  });

  test("make one first staff user", async () => {
    await migrate(another);
    const servers = Array.from({ length: 4 }, () => new Database(another));
    try {
      const settings = {
        adminEmail: "Chefin@Example.com",
        adminPassword: "Quittenbaum-17",
        productTitle: "Magazin",
        providerName: "Muster",
      };
      const admins = await Promise.all(servers.map((db) => ensureAdmin(db, settings)));
      expect(admins.filter((admin) => admin !== null)).toEqual([{ email: "Chefin@Example.com", password: null }]);
      const users = await servers[0]?.read.selectFrom("users").select(["email", "is_staff", "init_password"]).execute();
      expect(users).toEqual([{ email: "chefin@example.com", is_staff: true, init_password: false }]);
    } finally {
      await Promise.all(servers.map((db) => db.close()));
    }
  });
});

test("a migration that waits for a table which somebody uses for long lets everybody else through, and comes when they are done", async () => {
  const usesBoxes = "lock table boxes in row exclusive mode";
  await migrate(busy, { upTo: "0005_accounts" }); // the next one makes an index on boxes
  const long = await connect(busy);
  const brief = new Database(busy, { limits: servingLimits });
  try {
    await long.query(`begin; ${usesBoxes}`);
    const waits = Promise.withResolvers<void>();
    const migrated = migrate(busy, { onWait: waits.resolve });
    await waits.promise;
    await brief.write((tx) => sql.raw(usesBoxes).execute(tx));
    await long.query("commit");
    expect(await migrated).toContain("0007_searches");
  } finally {
    await Promise.all([long.end(), brief.close()]);
  }
});
