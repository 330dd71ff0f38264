import { expect } from "vitest";
import { seedArchive } from "#cli/seed/load-archive.ts";
import { fetchFrom, readerOf, testFolder } from "#test/old-system/fetching.ts";
import { oldLogin } from "#test/old-system/serve.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";
import { planTakeover } from "#server/takeover/plan/plan.ts";
import { compareSystems } from "./compare.ts";
import { filteredLists, orderedLists } from "./compared-lists.ts";
import { readSamples } from "./samples.ts";
import { readComparedList } from "./walked-list.ts";

const { db, connection } = await testDatabase();
const { url, a } = await testServer(db);

expensive("an archive of 200 boxes is seeded, fetched and compared")(
  "Magazin does not differ from itself, and answers every list that it is asked for",
  async () => {
    await seedArchive(connection, { boxes: 200, seed: 1, add: false, now: new Date(), say: () => {} });
    await a.user({ isStaff: true, email: oldLogin.user, password: oldLogin.password });
    const folder = testFolder();
    await fetchFrom(url, folder);
    const order = { folder, sample: null, readers: [oldLogin.user] };
    const result = await compareSystems(readerOf(url), readerOf(url), order, () => undefined);
    expect(result).toMatchObject({ differ: 0, first: [], unsaid: [], open: 0 });
    expect(result.compared).toBeGreaterThan(300);
    const reader = readerOf(url);
    await reader.open();
    const samples = await readSamples((await planTakeover(folder)).folder);
    expect(samples.words).not.toEqual([]);
    for (const list of [...orderedLists, ...filteredLists(samples)]) {
      const { status } = await readComparedList(reader, list, () => undefined);
      expect([list.kind, list.query, status]).toEqual([list.kind, list.query, 200]);
    }
  },
);
