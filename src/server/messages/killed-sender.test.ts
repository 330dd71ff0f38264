import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { notifyUser } from "#server/database/messages/notify-by-mail.ts";
import { endOf, environment, freePort, isReady, killHard, run, until } from "#test/faults/product.ts";
import { urlOf } from "#test/restore/commands.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { repeated } from "#test/support/extent.ts";

const { db, connection } = await testDatabase({ mails: true });
const { a } = await testServer(db);
const folder = mkdtempSync(join(tmpdir(), "magazin-mails-"));
const [arrivals, log] = [join(folder, "arrivals"), join(folder, "log")];
writeFileSync(arrivals, "");
const [port, mailPort] = [await freePort(), await freePort()];
const settings = {
  PORT: String(port),
  DATA_DIR: join(folder, "data"),
  DATABASE_URL: urlOf(connection),
  SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  MAIL_FROM: "archiv@archiv.example",
  PUBLIC_URL: "http://archiv.example",
};
const running: ChildProcess[] = [];
const start = (...args: string[]) => {
  const child = run(args, log, environment(settings));
  running.push(child);
  return child;
};
const startServer = async () => {
  const server = start("src/server/main.ts");
  await until("the server is ready", () => isReady(`http://127.0.0.1:${port}`));
  return server;
};
const startMailServer = () => start("test/support/mail/mail-process.ts", String(mailPort), arrivals);

afterAll(async () => {
  killHard(running.map(({ pid }) => pid));
  await Promise.all(running.map((child) => endOf(child)));
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the messages that have arrived, each with its receiver. */
const arrived = () =>
  readFileSync(arrivals, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split(" ") as [string, string]);
const openMails = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages where done_at is null and user_id <> ${hanging.id}`.execute(db.read);
  return rows[0]?.count ?? 0;
};
/** As if the pauses after failed tries had passed; `dead`: and the leases of a server that was killed. */
const letPass = ({ dead }: { dead: boolean }) =>
  db.write((tx) =>
    sql`
      update messages set not_before = now(), leased_until = case when not ${dead} then leased_until end
      where done_at is null and user_id <> ${hanging.id}`.execute(tx),
  );

const hanging = await a.user({ email: "hangs@example.com" });
const amount = repeated(60, 504);
const kills = repeated(1, 4);

test("each mail arrives at least once and in order while server and mail server are killed; none of what was rolled back, and a receiver that hangs delays nobody", async () => {
  const receivers = await Promise.all(Array.from({ length: 6 }, () => a.user()));
  const refusal = new Error("refused");
  const notify = (user: { id: number }, number: number, isRefused = false) =>
    db.write(async (tx) => {
      await notifyUser(tx, user.id, { mail: "newDevice", at: "2026-12-24T09:00:00Z" }, `${number} ${isRefused}`);
      if (isRefused) throw refusal;
    });
  const notifyAll = async (user: { id: number }) => {
    for (let number = 0; number < amount / receivers.length; number++) {
      await notify(user, number);
      await notify(user, number, true).catch((error: unknown) => expect(error).toBe(refusal));
    }
  };

  let [server, post] = [await startServer(), startMailServer()];
  await notify(hanging, 0);
  const writing = Promise.all(receivers.map(notifyAll));
  for (const part of Array.from({ length: kills }, (_, index) => (index + 1) / (kills + 2))) {
    await until("some have arrived", async () => {
      await letPass({ dead: false });
      return arrived().length >= part * amount;
    });
    killHard([server.pid]);
    await endOf(server);
    await letPass({ dead: true });
    server = await startServer();
    killHard([post.pid]);
    await endOf(post);
    post = startMailServer();
  }
  await writing;
  await until("all are sent", async () => {
    await letPass({ dead: false });
    return (await openMails()) === 0;
  });

  const queued = await db.read.selectFrom("messages").select(["id", "user_id"]).orderBy("id").execute();
  const numbers = new Set(arrived().map(([, number]) => Number(number)));
  const wanted = queued.filter(({ user_id }) => user_id !== hanging.id).map(({ id }) => id);
  expect(wanted).toHaveLength(amount);
  expect(
    wanted.filter((id) => !numbers.has(id)),
    "did not arrive",
  ).toEqual([]);
  expect(
    [...numbers].filter((id) => !wanted.includes(id)),
    "was rolled back",
  ).toEqual([]);
  for (const [address, own] of Map.groupBy(arrived(), ([to]) => to)) {
    const order = own.map(([, number]) => Number(number));
    expect(order, address).toEqual(order.toSorted((one, other) => one - other));
  }
  const [stuck] = await db.read.selectFrom("messages").selectAll().where("user_id", "=", hanging.id).execute();
  expect(stuck).toMatchObject({ done_at: null, failed: false });
});
