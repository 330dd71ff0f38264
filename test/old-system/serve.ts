import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { barcodePicture, qrCodePicture } from "#server/documents/codes/code-pictures.ts";
import { jpeg, type OldArchive } from "./archive.ts";
import { Answers, type Manners, written } from "./answers.ts";

const usual: Manners = {
  pages: true,
  mostEntries: 25,
  texts: false,
  zone: "Z",
  images: "path",
  selects: true,
  overcount: 0,
};

export const oldLogin = { user: "user1@example.com", password: "das-alte-passwort" };

/** Reply of an old system instead of its answer; `undefined` where it answers as ever, null where it hangs up. */
interface Mood {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Wishes {
  readonly manners?: Partial<Manners>;
  /** Is asked before each answer, with the number of the request from 1 on; may change the archive, too. */
  readonly mood?: (request: { readonly path: string; readonly number: number }) => Mood | null | undefined;
  /** A token is good for so many requests. */
  readonly tokenLife?: number;
  /** True where the account that signs in is one of the staff. */
  readonly isStaff?: boolean;
}

/** An old system that runs. */
export interface RunningOldSystem {
  readonly url: string;
  /** Every request so far: method and path, without the query. */
  readonly requests: readonly string[];
  readonly queries: readonly string[];
  /** Secrets that were sent with the requests: bodies and the header of the token. */
  readonly secrets: readonly string[];
  readonly signIns: () => number;
  stop(): Promise<void>;
}

const json = (status: number, body: unknown): Mood => ({
  status,
  body: JSON.stringify(body, null, 1),
  headers: { "content-type": "application/json" },
});
const notFound = json(404, { detail: "Not found." });

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request) text += String(piece);
  return text;
}

/** Serves an archive by the calls of specification 7, as Django REST Framework answers them, until it is stopped. */
export async function serveOldSystem(archive: OldArchive, wishes: Wishes = {}): Promise<RunningOldSystem> {
  const manners = { ...usual, ...wishes.manners };
  const [requests, queries, secrets] = [[] as string[], [] as string[], [] as string[]];
  const tokens = new Map<string, number>();
  const sendAnswer = (response: ServerResponse, { status, body = "", headers = {} }: Mood) =>
    void response.writeHead(status, headers).end(body);

  const signIn = async (request: IncomingMessage): Promise<Mood> => {
    const text = await bodyOf(request);
    secrets.push(text);
    const sent = JSON.parse(text) as { username?: unknown; password?: unknown };
    const isRight = sent.username === oldLogin.user && sent.password === oldLogin.password;
    if (!isRight) return json(400, { non_field_errors: ["Unable to log in with provided credentials."] });
    const token = `t0ken${tokens.size}`;
    tokens.set(token, wishes.tokenLife ?? Number.POSITIVE_INFINITY);
    return json(200, { token, user: (wishes.isStaff ?? true) ? 1 : 4 });
  };

  const isSignedIn = (request: IncomingMessage) => {
    const [, token = ""] = /^token (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
    const left = tokens.get(token) ?? 0;
    tokens.set(token, left - 1);
    return left > 0;
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://old");
    requests.push(`${request.method} ${url.pathname}`);
    queries.push(url.search);
    const respond = async () => {
      const mood = wishes.mood?.({ path: url.pathname, number: requests.length });
      if (mood === null) return void request.socket.destroy();
      if (mood) return sendAnswer(response, mood);
      if (request.method === "POST" && url.pathname === "/api/v1/api-token-auth/")
        return sendAnswer(response, await signIn(request));
      if (!isSignedIn(request)) return sendAnswer(response, json(403, { detail: "Invalid token." }));
      if (request.method !== "GET")
        return sendAnswer(response, json(405, { detail: `Method "${request.method}" not allowed.` }));
      if (url.pathname.startsWith("/media/")) return await sendPicture(archive, url.pathname, response);
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      return sendAnswer(response, answer(url, new Answers(archive, manners, origin), manners));
    };
    respond().catch((error: unknown) => sendAnswer(response, { status: 500, body: String(error) }));
  });
  await new Promise<void>((started) => server.listen(0, "127.0.0.1", started));
  const stop = () =>
    new Promise<void>((stopped) => {
      server.close(() => stopped());
      server.closeAllConnections();
    });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, queries, secrets, signIns: () => tokens.size, stop };
}

const drawn = new Map<string, Promise<Buffer>>();

/** A sign with the text of a row, or a barcode with the code of a box. */
function drawCode({ boxes, signs }: OldArchive, name: string): Promise<Buffer> {
  const [, kind, id] = /^codes\/(row|box)-(\d+)\.png$/.exec(name) ?? [];
  const code = boxes.find((box) => String(box.id) === id)?.code ?? "";
  const text = signs[name] ?? (kind === "row" ? `ALT/R${id}` : code);
  if (text === "") return Promise.resolve(jpeg);
  const picture = drawn.get(text) ?? (kind === "row" ? qrCodePicture(text) : barcodePicture(text));
  drawn.set(text, picture);
  return picture;
}

async function sendPicture(archive: OldArchive, path: string, response: ServerResponse): Promise<void> {
  const name = path.slice("/media/".length);
  const isCode = name.startsWith("codes/");
  const file = isCode ? { type: "image/png", bytes: await drawCode(archive, name) } : archive.files.get(name);
  if (!file) return void response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not Found</h1>");
  response.writeHead(200, { "content-type": file.type }).end(file.bytes);
}

function answer(url: URL, answers: Answers, manners: Manners): Mood {
  const [, kind = "", id] = /^\/api\/v1\/(\w+)\/(?:(\w+)\/)?$/.exec(url.pathname) ?? [];
  const shaped = (object: Record<string, unknown>) => written(manners.reshape?.(kind, object) ?? object, manners);
  if (kind === "boxes" && id === "overview") return json(200, written(answers.overview(), manners));
  if (id !== undefined) {
    const detail = answers.detail(kind, Number(id));
    return detail === null ? notFound : json(200, shaped(detail));
  }
  const list = answers.list(kind);
  return list === null
    ? notFound
    : json(200, pageOf(url.searchParams, list.map(shaped) as Record<string, unknown>[], manners));
}

type Entry = Record<string, unknown>;

function pageOf(query: URLSearchParams, all: Entry[], manners: Manners): unknown {
  const state = query.get("state");
  const found = state === null ? all : all.filter((entry) => String(entry["state"]) === state);
  const order = query.get("order_by") ?? query.get("orderBy") ?? query.get("order");
  if (order !== null) {
    const column = order.replace("-", "");
    const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
    const byLetters = (one: string, other: string) => one.localeCompare(other, "en", { numeric: true });
    const compare = manners.letters === "bytes" ? byBytes : byLetters;
    found.sort((one, other) => compare(String(one[column]), String(other[column])));
    if (order.startsWith("-")) found.reverse();
  }
  const names = manners.selects ? /^\{([\w,]+)\}$/.exec(query.get("query") ?? "")?.[1]?.split(",") : undefined;
  const select = (entry: Entry) => (names ? Object.fromEntries(names.map((name) => [name, entry[name]])) : entry);
  if (!manners.pages) return found.map(select);
  const limit = Math.min(Number(query.get("limit") ?? manners.mostEntries), manners.mostEntries);
  const offset = Number(query.get("offset") ?? 0);
  const results = found.slice(offset, offset + limit).map(select);
  const count_pages = Math.max(1, Math.ceil(found.length / limit));
  return {
    count: found.length + manners.overcount,
    count_pages,
    current_page: Math.floor(offset / limit) + 1,
    results,
  };
}
