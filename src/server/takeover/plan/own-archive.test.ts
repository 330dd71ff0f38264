import { expect } from "vitest";
import { seedArchive } from "#cli/seed/load-archive.ts";
import { fetchFrom, testFolder } from "#test/old-system/fetching.ts";
import { oldLogin } from "#test/old-system/serve.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";
import { planTakeover } from "./plan.ts";

const { db, connection } = await testDatabase();
const { url, a } = await testServer(db);

expensive("an archive of 300 boxes is seeded and fetched")(
  "of Magazin's own archive nothing is asked, and all of it comes along",
  async () => {
    await seedArchive(connection, { boxes: 300, seed: 1, add: false, now: new Date(), say: () => {} });
    await a.user({ isStaff: true, email: oldLogin.user, password: oldLogin.password });
    const folder = testFolder();
    await fetchFrom(url, folder);
    const plan = await planTakeover(folder);
    expect(plan.open).toBe(0);
    const { rows } = await db.pools.reading.query<{ inconsistent: number; out: number }>(`
      select (count(*) filter (where state = 3))::int as inconsistent,
        (count(*) filter (where state = 2 and not exists (select from delivery_boxes where box_id = boxes.id)))::int as out
      from boxes`);
    expect(Object.fromEntries(plan.findings.map(({ rule, count }) => [rule, count]))).toEqual({
      inconsistent: rows[0]?.inconsistent,
      "out-without-delivery": rows[0]?.out,
    });
    for (const { there, planned } of Object.values(plan.counts)) expect(planned).toBe(there);
    expect(plan.counts.boxes.there).toBe(300);
  },
);
