import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startEmbedded } from "#server/postgres/embedded.ts";
import { pictureFile } from "#test/support/factories.ts";
import { commit, type Proxy, proxyTo } from "#test/support/proxy.ts";
import { environment, freePort, isReady, run, signIn, until } from "./product.ts";

const rounds = 3;

/**
 * The server is killed when the database has committed a picture and its answer is on the way: what is sent again under the same key after the next
 * start is done once, and answered as it was then.
 */
export async function loseAnswers({ folder }: { readonly folder: string }): Promise<string> {
  const postgres = await startEmbedded({ dataDir: join(folder, "database") });
  const line = await proxyTo(postgres.connection);
  const direct = new pg.Client(postgres.connection);
  await direct.connect();
  try {
    for (let round = 0; round < rounds; round++) await loseAnswer(folder, line, direct);
  } finally {
    await direct.end();
    line.close();
    await postgres.stop();
  }
  return `${rounds} times committed, killed and sent again: there once, and answered the same twice`;
}

async function loseAnswer(folder: string, line: Proxy, direct: pg.Client): Promise<void> {
  const first = await startBehind(folder, line);
  const headers = { authorization: `Token ${await signIn(first.url)}` };
  const post = async (path: string, body: object) => {
    const json = { ...headers, "content-type": "application/json" };
    const answer = await fetch(first.url + api(path), { method: "POST", headers: json, body: JSON.stringify(body) });
    return (await answer.json()) as { id: number };
  };
  const { id: owner } = await post("customers", { name: `Kunde ${randomUUID()}` });
  const box = await post("boxes", { owner, start: 0, amount: 1, size: 400 });
  const form = new FormData();
  form.set("box_id", String((box as unknown as { id: number }[])[0]?.id));
  form.set("image", new Blob([await pictureFile()]), "picture.jpg");
  const keyed = { ...headers, "idempotency-key": randomUUID() };
  const send = (to: string) => fetch(to + api("boximages"), { method: "POST", headers: keyed, body: form });
  const held = line.cut({ at: "held", text: commit, after: "insert into answers" });
  const lost = send(first.url).then(
    ({ status }) => `answered ${status}`,
    () => "lost",
  );
  await held;
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  if ((await lost) !== "lost") throw new Error(`the answer was not lost: ${await lost}`);
  const next = await startBehind(folder, line);
  const answers = [await send(next.url), await send(next.url)];
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  next.child.kill("SIGTERM");
  await once(next.child, "exit");
  const { rows } = await direct.query<{ images: number; entries: number; id: number }>(
    `select (select count(*)::int from images where customer_id = $1) as images,
       (select count(*)::int from history join boxes on boxes.id = box_id where customer_id = $1 and kind = 25) as entries,
       (select max(id)::int from images where customer_id = $1) as id`,
    [owner],
  );
  const [there] = rows;
  const same = texts[0] === texts[1] && texts[0]?.includes(`"id":${there?.id},`);
  if (answers.some(({ status }) => status !== 201) || !same || there?.images !== 1 || there.entries !== 1)
    throw new Error(`answered ${texts.join(" and ")}, and there are ${JSON.stringify(there)}`);
}

const api = (noun: string) => `/api/v1/${noun}/`;

/** A server whose database is at the end of this line. */
async function startBehind(folder: string, { connection }: Proxy) {
  const { host, port, user, database, password = "" } = connection;
  const own = await freePort();
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { recursive: true });
  const databaseUrl = `postgres://${user}:${password}@${host}:${port}/${database}`;
  const settings = { PORT: String(own), DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const child = run(["src/server/main.ts"], join(folder, "output.log"), environment(settings));
  const url = `http://127.0.0.1:${own}`;
  await until("the server answers", () => isReady(url));
  return { url, child };
}
