import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect } from "vitest";
import { createArea, listAreas } from "#contract/calls/stock/areas.ts";
import { Database } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { startEmbedded } from "#server/postgres/embedded.ts";
import { Client, type RawCall, testServer, urlOf } from "#test/support/client.ts";
import { openStandby, say, type TestStandby } from "#test/support/standbys.ts";

// A primary with two standbys, a server that reads from them, and what its tests ask; of one file of tests, whose hooks end it.
const dataDir = mkdtempSync(join(tmpdir(), "magazin-primary-"));
chmodSync(dataDir, 0o755);
export const primary = await startEmbedded({ dataDir, settings: { fsync: "off", shared_buffers: "32MB" } });
await migrate(primary.connection);
export const [one, two] = [
  await openStandby(primary, dataDir, { max_standby_streaming_delay: "0" }),
  await openStandby(primary, dataDir),
];
/** Last report on each standby: the reason why it is left out, or nothing. */
export const heard = new Map<string, string | undefined>();
export const db = new Database(primary.connection, {
  standbys: [one.connection, two.connection],
  onStandby: (_message, detail) => {
    const { standby, reason } = detail as { standby: string; reason?: string };
    heard.set(standby, reason);
  },
});
afterAll(async () => {
  await db.close();
  await Promise.all([one.remove(), two.remove()]);
  await primary.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
export const standbys = db.standbys!;
export const [first, second] = standbys.all as [(typeof standbys.all)[0], (typeof standbys.all)[0]];
export const server = await testServer(db);
export const staff = await server.asStaff();

/** Somebody who reads, and says how much they have seen. */
class Seeing extends Client {
  seen = "0";
  override raw(method: string, url: string, { headers = {}, ...call }: RawCall = {}) {
    return super.raw(method, url, { ...call, headers: { "magazin-seen": this.seen, ...headers } });
  }
}
export const seeing = ({ base, token, userId }: Client, seen = "0") =>
  Object.assign(new Seeing(base, token, userId), { seen });

export const make = (name: string, headers: Readonly<Record<string, string>> = {}) =>
  staff.raw("POST", urlOf(createArea), {
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ name }),
  });
const names = (text: string) => (JSON.parse(text) as { results: { name: string }[] }).results.map(({ name }) => name);
export const areasOf = async (headers: Readonly<Record<string, string>>) => {
  const { status, text } = await staff.raw("GET", `${urlOf(listAreas)}?limit=1000`, { headers });
  expect(status, text).toBe(200);
  return names(text);
};

export async function fit(standby: typeof first) {
  await expect.poll(() => standby.trouble).toBeNull();
}
/** Waits until both have all that is there. */
export async function caughtUp() {
  const position = await standbys.log.position();
  await expect.poll(() => standbys.all.filter((each) => each.readerFor(position)).length).toBe(2);
}
export async function pause(...all: TestStandby[]) {
  for (const { superuser } of all) {
    await say(superuser, "select pg_wal_replay_pause()");
    await expect.poll(() => say(superuser, "select pg_get_wal_replay_pause_state()")).toEqual(["paused"]);
  }
}
export const resume = (...all: TestStandby[]) =>
  Promise.all(all.map(({ superuser }) => say(superuser, "select pg_wal_replay_resume()")));
export const answered = () => standbys.all.reduce((sum, { reads }) => sum + reads.answered, 0);
export const ownCookies = (headers: Headers) =>
  headers.getSetCookie().filter((each) => each.startsWith("magazin-seen"));
export const cookieOf = (cookie = "") => cookie.split(";")[0] ?? "";

beforeEach(async () => {
  await resume(one, two);
  await caughtUp();
});
