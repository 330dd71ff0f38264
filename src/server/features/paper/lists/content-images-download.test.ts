import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import * as services from "#contract/calls/paper/services.ts";
import { editUser } from "#contract/calls/access/users.ts";
import { type Client, testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box } from "#test/support/factories.ts";
import { largePicture } from "#test/support/large-picture.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
/** Between two of its looks at the clock much time goes by, as in a long download. */
let clock = Date.now();
const lasting = await testServer(db, { DATA_DIR: server.dataDir }, { now: () => new Date((clock += 2000)) });
const { a } = server;
let staff: Client;

beforeAll(async () => {
  staff = await server.asStaff();
});

describe("the content images", () => {
  const unpacked = async (id: number, query?: object): Promise<string[]> => {
    const { bytes } = await staff.download(services.contentImages, { path: { id }, ...(query && { query }) });
    const file = join(server.dataDir, "images.zip");
    writeFileSync(file, bytes);
    execFileSync("unzip", ["-tqq", file]);
    return execFileSync("unzip", ["-Z1", file]).toString().trim().split("\n");
  };

  test("are those of the boxes in the range, by box and then as they were added", async () => {
    const owner = await a.customer({ code: 4715 });
    const boxes = [];
    for (const number of [3, 1, 20]) boxes.push(await a.box({ owner, number }));
    for (const box of [0, 1, 0, 2]) await a.image({ box: boxes[box] as Box });
    await a.image({ box: await a.box() });
    expect(await unpacked(owner.id)).toEqual([
      "4715000001/1.jpg",
      "4715000003/1.jpg",
      "4715000003/2.jpg",
      "4715000020/1.jpg",
    ]);
    expect(await unpacked(owner.id, { from: 2, to: 19 })).toEqual(["4715000003/1.jpg", "4715000003/2.jpg"]);
    expect(await unpacked(owner.id, { from: 4, to: 19 })).toEqual(["Keine Bilder.txt"]);
  });

  test("are refused where a file is lost, instead of breaking off in the middle", async () => {
    const owner = await a.customer({ code: 4615 });
    const box = await a.box({ owner, number: 1 });
    const { id } = await a.image({ box });
    await a.image({ box });
    const { sha256 } = await db.read
      .selectFrom("images")
      .select("sha256")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const hex = sha256.toString("hex");
    rmSync(join(server.dataDir, "images", hex.slice(0, 2), hex));
    expect(await staff.refusal(services.contentImages, { path: { id: owner.id } })).toEqual({
      non_field_errors: ["Zu Box 4615.000.001 fehlt eine Bilddatei. Das Archiv wurde nicht erstellt."],
    });
  });

  expensive("eight pictures of 4 MB, cut off halfway").each([
    [
      "the customer is taken from them",
      ({ id }: { id: number }) => db.write((tx) => tx.deleteFrom("customer_users").where("user_id", "=", id).execute()),
    ],
    [
      "they are deactivated",
      ({ id }: { id: number }) => staff.call(editUser, { path: { id }, body: { active: false } }),
    ],
  ])("break off between two pictures when %s", async (_what, takeRight) => {
    const owner = await a.customer();
    const [box, picture] = [await a.box({ owner }), largePicture(4_000_000)];
    for (let count = 0; count < 8; count++) await a.image({ box, picture });
    const user = await a.user({ customers: [owner] });
    const { token } = await lasting.as(user);
    const url = lasting.url + urlOf(services.contentImages, { path: { id: owner.id } });
    const download = async (meanwhile: () => unknown) => {
      const [answer] = (await once(get(url, { headers: { authorization: `Token ${token}` } }), "response")) as [
        IncomingMessage,
      ];
      await meanwhile();
      let bytes = 0;
      answer.on("data", (part: Buffer) => (bytes += part.length));
      const end = await finished(answer).then(
        () => "whole",
        () => "broken off",
      );
      return [end, bytes === Number(answer.headers["content-length"])];
    };
    expect(await download(() => undefined)).toEqual(["whole", true]);
    expect(await download(() => takeRight(user))).toEqual(["broken off", false]);
  });

  expensive("sixty downloads that are broken off")("leave no file open when the receiver goes away", async () => {
    const owner = await a.customer();
    for (let count = 0; count < 30; count++) await a.image({ box: await a.box({ owner }) });
    const url = server.url + urlOf(services.contentImages, { path: { id: owner.id } });
    const open = () =>
      readdirSync("/proc/self/fd").filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(join(server.dataDir, "images"));
        } catch {
          return false; // closed meanwhile
        }
      });
    for (let round = 0; round < 60; round++) await abortedAt(url, staff.token ?? "", randomInt(20_000));
    await expect.poll(open).toEqual([]);
    const busy = async () => {
      const { rows } = await sql<{ busy: number }>`
        select count(*)::int as busy from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(db.read);
      return rows[0]?.busy;
    };
    await expect.poll(busy).toBe(0);
  });
});

/** Takes so many bytes of a download and leaves. */
function abortedAt(url: string, token: string, bytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { authorization: `Token ${token}` } }, (answer: IncomingMessage) => {
      let taken = 0;
      answer.on("data", (part: Buffer) => {
        taken += part.length;
        if (taken >= bytes) request.destroy();
      });
      answer.on("error", () => undefined);
      answer.on("close", resolve);
    });
    request.on("error", reject);
  });
}
