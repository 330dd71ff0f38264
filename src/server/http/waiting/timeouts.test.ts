import { once } from "node:events";
import { get, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { editCustomer, getCustomer } from "#contract/calls/customers/customers.ts";
import { imageFile } from "#contract/calls/stock/images.ts";
import { printLabels } from "#contract/calls/paper/services.ts";
import { buildApp } from "#server/app.ts";
import { Client, testConfig, testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { pictureFile } from "#test/support/factories.ts";
import { largePicture } from "#test/support/large-picture.ts";
import { lockedCustomer } from "#test/support/locks.ts";
import { expensive } from "#test/support/tiers.ts";
import { stopServing } from "./timeouts.ts";

const { db } = await testDatabase();
const timeouts = { head: 300, body: 600, answer: 600 };
const server = await testServer(db, {}, { timeouts });
const { a } = server;
const staff = await server.asStaff();
const authorization = `Token ${staff.token}`;

/** Says something on a connection and then no more; answers when the server has closed it. */
function dropped(text: string, url = server.url): Promise<"closed"> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(text));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve("closed"));
    socket.resume();
  });
}

/** Asks for a file and reads nothing of it; `closed` when the server has closed the connection, which such a client does not notice. */
async function unread(
  app: FastifyInstance,
  url: string,
): Promise<{ answer: IncomingMessage; closed: Promise<unknown> }> {
  const connected = once(app.server, "connection") as Promise<[Socket]>;
  const call = get(url, { headers: { authorization }, agent: false });
  call.on("error", () => undefined);
  const closed = connected.then(([socket]) => new Promise((done) => socket.once("close", done)));
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  answer.pause();
  answer.on("error", () => undefined);
  return { answer, closed };
}

/** Larger than what the machine takes of an answer before its client reads. */
const largeBytes = 20_000_000;
const { id: imageId } = await a.image({ picture: largePicture(largeBytes) });
const largeFile = urlOf(imageFile, { path: { id: imageId } });

const head = (line: string, length = 500) => `${line} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n`;
const json = "Content-Type: application/json\r\n\r\n";

describe.concurrent("a client is dropped", () => {
  test.each([
    ["says nothing", ""],
    ["stops within the head", "GET /api/v1/settings/ HTTP/1.1\r\nHost: x\r\nX-Half: "],
    ["stops within a login", `${head("POST /api/v1/api-token-auth/")}${json}{"username":`],
    ["stops within the body of a call that is not there", `${head("POST /api/v1/nothing/")}${json}{"a":`],
    ["stops within the body of a call that it may not make", `${head("POST /api/v1/areas/")}${json}{"a":`],
    ["stops within the body of a page", `${head("GET /home")}${json}{"a":`],
    ["stops within the body of an address that is none", `${head("POST /api/v1/%zz/")}${json}{"a":`],
    [
      "stops within an upload without a token",
      `${head("POST /api/v1/boximages/")}Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n`,
    ],
    [
      "stops within an upload",
      `${head("POST /api/v1/boximages/")}Authorization: ${authorization}\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n`,
    ],
  ])("that %s", async (_what, text) => {
    await expect(dropped(text)).resolves.toBe("closed");
  });
});

describe("a client that reads nothing is dropped in the time that it has, and not in twice that", () => {
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;

  test("whatever it goes on asking meanwhile, and its requests are answered one after the other", async () => {
    const connected = once(server.app.server, "connection") as Promise<[Socket]>;
    const client = connect(Number(new URL(server.url).port), "127.0.0.1");
    client.on("error", () => undefined);
    client.pause();
    const [held] = await connected;
    const closed = new Promise<string>((resolve) => held.once("close", () => resolve("closed")));
    client.write(ask(largeFile).repeat(40));
    const asking = setInterval(() => client.write(ask(largeFile)), timeouts.answer / 4);
    const { rss } = process.memoryUsage();
    await expect(Promise.race([closed, sleep(timeouts.answer * 10, "still open")])).resolves.toBe("closed");
    clearInterval(asking);
    expect(process.memoryUsage().rss - rss).toBeLessThan(20 * largeBytes);
    client.destroy();
  });
});

/** An upload of a picture whose bytes are sent by hand. */
async function upload(base = server.url) {
  const box = await a.box();
  const file = await pictureFile();
  const part = (name: string, more = "") => `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const start = `${part("box_id")}${box.id}\r\n${part("image", '; filename="a.jpg"')}`;
  const call = request(`${base}/api/v1/boximages/`, {
    method: "POST",
    agent: false,
    headers: { authorization, "content-type": "multipart/form-data; boundary=x" },
  });
  call.on("error", () => undefined);
  call.write(start);
  return { call, pieces: [...Array.from({ length: 8 }, (_, i) => part8(file, i)), Buffer.from("\r\n--x--\r\n")] };
}
const part8 = (file: Buffer, index: number) =>
  file.subarray((index * file.length) / 8, ((index + 1) * file.length) / 8);

describe("a client is not dropped", () => {
  test("whose upload is slow but goes on", async () => {
    const { call, pieces } = await upload();
    for (const piece of pieces) {
      call.write(piece);
      await sleep(timeouts.body / 4); // twice as long as a body may take
    }
    call.end();
    const [answer] = (await once(call, "response")) as [IncomingMessage];
    expect(answer.statusCode).toBe(201);
    answer.resume();
  });

  test("whom the server keeps waiting, in the time in which one is that reads nothing of its answer", async () => {
    const { id } = await a.customer();
    const release = await lockedCustomer(db, id);
    const slow = staff.ask(editCustomer, { path: { id }, body: { name: "Nachher" } });
    const { closed } = await unread(server.app, server.url + largeFile);
    await closed;
    await release();
    expect((await slow).status).toBe(200);
  });
});

test("an upload that is broken off makes room for the next one", async () => {
  const { call, pieces } = await upload();
  for (const piece of pieces.slice(0, 4)) call.write(piece);
  const next = await upload();
  for (const piece of next.pieces) next.call.write(piece);
  next.call.end();
  call.destroy();
  const [answer] = (await once(next.call, "response")) as [IncomingMessage];
  expect(answer.statusCode).toBe(201);
  answer.resume();
});

expensive("thirty readers who hang at a large picture")(
  "thirty who read nothing of a large picture cost less memory than four of it",
  async () => {
    const before = heldMemory();
    const readers = [];
    for (let count = 0; count < 30; count++) readers.push(await unread(server.app, server.url + largeFile));
    expect(heldMemory() - before).toBeLessThan(4 * largeBytes);
    for (const { answer } of readers) answer.destroy();
  },
);

/** Measures the memory in buffers that somebody still needs. */
function heldMemory(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().arrayBuffers;
}

describe("a stop", () => {
  /** A server of this test's own, that is stopped in it. */
  async function standing() {
    const app = await buildApp({ db, config: testConfig({ DATA_DIR: server.dataDir }), now: () => new Date() });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    return { app, url, client: new Client(url, staff.token) };
  }

  test("finishes what is running", async () => {
    const { app, client } = await standing();
    const { id } = await a.customer();
    const release = await lockedCustomer(db, id);
    const running = client.ask(editCustomer, { path: { id }, body: { name: "Noch fertig" } });
    await expect.poll(() => db.pools.writing.totalCount - db.pools.writing.idleCount).toBe(2);
    const stopped = stopServing(app);
    await expect(fetch(client.base)).rejects.toThrow("fetch failed");
    await release();
    expect((await running).status).toBe(200);
    await stopped;
  });

  expensive("a server stopped while 10,000 labels are set")(
    "ends although a body does not come, an answer is not read, a lock is held and the press is at work",
    async () => {
      const { app, url, client } = await standing();
      const { id } = await a.customer();
      const release = await lockedCustomer(db, id);
      const cut = [
        client.ask(editCustomer, { path: { id }, body: { name: "Nie" } }),
        client.ask(printLabels, { body: { codes: [{ code: (await a.box()).code, amount: 10_000 }] } }),
      ].map((call) =>
        call.then(
          () => "answered",
          () => "cut",
        ),
      );
      const { closed } = await unread(app, url + largeFile);
      const slow = dropped(`${head("POST /api/v1/api-token-auth/")}${json}{"username":`, url);
      expect((await client.ask(listBoxes, {})).status).toBe(200);
      await stopServing(app, 300);
      await Promise.all([closed, slow]);
      expect((await Promise.all(cut))[0]).toBe("cut");
      await release();
      await expect.poll(async () => (await staff.call(getCustomer, { path: { id } })).name).toBe("Nie");
    },
  );
});
