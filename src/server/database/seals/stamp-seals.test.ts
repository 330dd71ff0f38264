import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { listSeals } from "#contract/calls/access/seals.ts";
import { readStamp, stampRequest } from "#server/certificates/time-stamp.ts";
import { forge } from "#test/support/ageing.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { fc } from "#test/support/random.ts";
import { openTimeAuthority } from "#test/support/authority/time-authority.ts";
import { allSeals, sealNow } from "./seal-days.ts";
import { stampFaults, stampNewestSeal } from "./stamp-seals.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const authority = await openTimeAuthority();
const usual = { ...authority.ways };
afterEach(() => void Object.assign(authority.ways, usual));
const going = new AbortController().signal;
const stamp = () => stampNewestSeal(db, authority.url, going);

async function newSeal() {
  await a.box();
  await sealNow(db);
  return (await allSeals(db.read)).at(-1)!;
}

describe("the newest seal", () => {
  test("is stamped once, by a reply that OpenSSL verifies, and says so on its page and in the file that is kept elsewhere", async () => {
    const before = new Date();
    const first = await newSeal();
    const { number, hash } = await newSeal();
    expect([await stamp(), await stamp(), authority.asked.length]).toEqual([true, false, 1]);
    const [older, newest] = (await allSeals(db.read)).slice(-2);
    expect([older?.number, older?.stamp]).toEqual([first.number, null]);
    const kept = Buffer.from(newest?.stamp ?? "", "base64");
    expect(authority.verify(kept, hash)).toContain("Verification: OK");
    const { results } = await staff.call(listSeals, { query: {} });
    const shown = results.find((seal) => seal.number === number);
    expect(shown?.stamped).toBe(readStamp(kept).at.toISOString());
    expect(readStamp(kept).at.getTime()).toBeGreaterThanOrEqual(Math.floor(before.getTime() / 1000) * 1000);
    expect(await stampFaults(db.read)).toEqual({ stamps: 1, faults: [] });
    await newSeal();
    expect([await stamp(), authority.asked.length]).toEqual([true, 2]);
  });

  test.each([
    ["is down", () => Object.assign(authority.ways, { status: 503 }), /answered 503/],
    [
      "refuses",
      () => Object.assign(authority.ways, { answer: () => Buffer.from("300730050201020c00", "hex") }),
      /refused/,
    ],
    [
      "says nothing of the kind",
      () => Object.assign(authority.ways, { answer: () => Buffer.from("<html>") }),
      /time stamp|cut off/,
    ],
    [
      "says what it said to somebody else",
      () => {
        const other = authority.reply(stampRequest(Buffer.alloc(32, 7), Buffer.from([1, 2])));
        Object.assign(authority.ways, { answer: () => other });
      },
      /something else/,
    ],
    [
      "breaks off",
      () => Object.assign(authority.ways, { answer: (question: Buffer) => authority.reply(question).subarray(0, 900) }),
      /cut off/,
    ],
  ])("stays as it is where the authority %s, and is stamped the next time", async (_what, change, sentence) => {
    const { number } = await newSeal();
    change();
    await expect(stamp()).rejects.toThrow(sentence);
    expect((await allSeals(db.read)).find((seal) => seal.number === number)?.stamp).toBeNull();
    Object.assign(authority.ways, usual);
    expect(await stamp()).toBe(true);
  });
});

describe("a stamp", () => {
  test("is never changed, and one that is not of its seal is named", async () => {
    const { number } = await newSeal();
    await stamp();
    const change = (tx: Parameters<Parameters<typeof db.write>[0]>[0]) =>
      sql`update seal_stamps set at = at - interval '1 day' where seal = ${number}`.execute(tx);
    await expect(db.write(change)).rejects.toThrow("permission denied for table");
    await forge(connection, `update seal_stamps set at = at - interval '1 day' where seal = ${number}`);
    expect((await stampFaults(db.read)).faults).toEqual([`the time stamp of seal ${number} is not of this seal`]);
    expect((await runChecks(db)).map(({ violations }) => violations)).toEqual([1]);
    await forge(
      connection,
      `update seal_stamps set at = at + interval '1 day', reply = substr(reply, 1, 500) where seal = ${number}`,
    );
    expect((await stampFaults(db.read)).faults).toEqual([
      `the time stamp of seal ${number} cannot be read: the reply is cut off`,
    ]);
  });

  test("that is none, or damaged anywhere, is read as what it says or refused in a sentence", () => {
    const whole = authority.reply(stampRequest(Buffer.alloc(32, 7), Buffer.from([1, 2])));
    expect(readStamp(whole)).toMatchObject({ hash: Buffer.alloc(32, 7), nonce: Buffer.from([1, 2]) });
    const read = (bytes: Uint8Array) => {
      try {
        return readStamp(bytes).hash.length === 32;
      } catch (error) {
        return /time stamp|reply/.test((error as Error).message);
      }
    };
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), read));
    const damaged = fc.tuple(fc.nat(whole.length - 1), fc.nat(255)).map(([at, byte]) => {
      const bytes = Buffer.from(whole);
      bytes[at] = byte;
      return bytes;
    });
    fc.assert(fc.property(damaged, read));
  });
});
