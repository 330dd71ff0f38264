import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { apiHeader, apiLevel } from "#contract/api-level.ts";
import { fullRoute } from "#contract/all.ts";
import { forCustomerUsers } from "#contract/schemas/audience.ts";
import type { Body, FullRoute, Query, Reply, Route, ShapesOf } from "#contract/route.ts";
import { pageEntry } from "#contract/schema-walk.ts";
import { maxInteger } from "#contract/limits.ts";
import { type NewAuditEntry, wrongSecrets } from "#rules/access/audit/audit.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Database, Reader, Transaction } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import type { AppContext } from "#server/http/app-context.ts";
import { maxPictureBytes } from "#server/storage/pictures.ts";
import { forbidden, notFound, Refusal, refuse, refuseIssues } from "./errors.ts";
import { type Devices, devicesOf, originOf } from "./addresses.ts";
import { extendBodyTimeout, withBodyTimeout } from "#server/http/waiting/timeouts.ts";
import { callKey } from "#server/http/idempotency/call-key.ts";
import {
  RepeatedCall,
  storedReply,
  type ChangeCall,
  changeFor,
  type ReadyAnswer,
} from "#server/http/idempotency/change.ts";
import { type FileReply, isKept, isStreamedFromDisk, readyFile, sendFile } from "#server/http/replies/send-file.ts";
import { fixedFields, refuseFixed } from "#server/http/parsing/fixed-fields.ts";
import { guard } from "./guards.ts";
import { typedQuery } from "#server/http/parsing/query-text.ts";
import { type ReplyShape, replyShape } from "#server/http/replies/reply-shape.ts";
import { rightOf, whileAllowed } from "#server/http/downloads/while-allowed.ts";
import { readerFor } from "#server/http/replica-position/replica-position.ts";
import { checkSelection, parseSelection, select } from "#server/http/parsing/selection.ts";
import { scopeOfToken, tokenOf } from "./session.ts";
import { typedBody } from "#server/http/parsing/typed-body.ts";

/** What a call that changes nothing has of the database: it may be read by a standby, which is a moment behind (decision 52). */
interface Reads {
  readonly read: Reader;
  /** For what must be as it is now: whatever leads to a file, which is gone as soon as its row is. */
  readonly primary: Reader;
  /** Searches by the primary: of everybody's in short time, of their own in as much as other reading has. */
  readonly search: Reader;
  /** For what takes many statements and must be of one moment, by the primary. */
  readonly snapshot: Database["snapshot"];
}

/** What a handler is given: the caller's scope and the parsed input of its contract entry. */
export interface Call<R extends Route> extends Omit<AppContext, "db"> {
  readonly db: R["writes"] extends true ? Database : Reads;
  readonly scope: R["access"] extends "open" ? Scope | null : Scope;
  /** The number in the path; 0 where there is none. */
  readonly id: number;
  /** The one behind it, of a row; 0 where there is none. */
  readonly row: number;
  /** The same, of a user's session. */
  readonly session: number;
  readonly query: Query<R>;
  readonly body: Body<R>;
  /** Where links start: `https://host`, or nothing where they are relative. */
  readonly origin: string;
  readonly devices: Devices;
  readonly address: string;
  /** What the caller's program calls itself. */
  readonly agent: string;
  /** Who asks and from where, for the audit trail. */
  readonly actor: Actor;
  /** Puts what is read on record, before it is answered: what cannot be put on record is not answered. */
  readonly record: (entry: NewAuditEntry) => Promise<void>;
  /** The call's one change; a key that it has lies in that transaction (decision 49). */
  readonly change: ChangeCall<Result<R>>;
  readonly token: string | null;
  /** Who asks, looked up anew: null once they may not any more. */
  readonly scopeNow: () => Promise<Scope | null>;
  /** The uploaded file of a multipart call. */
  readonly file: Buffer | null;
  /** Ends when the caller has gone away before the answer was complete. */
  readonly gone: AbortSignal;
}

/** The same call, reading what it changed. */
type Reading<R extends Route> = Omit<Call<R>, "db"> & { readonly db: Reader };

type Result<R extends Route> = ShapesOf<R>["reply"] extends z.ZodMiniType
  ? z.input<ShapesOf<R>["reply"]>
  : Reply<R> extends null
    ? void
    : FileReply;

/** A contract entry with the handler that answers it. */
export interface RouteHandler {
  readonly route: FullRoute;
  readonly handle: (call: Call<Route>) => Promise<unknown>;
  /** What the call changes, as it is now. */
  readonly read?: (call: Reading<Route>) => Promise<unknown>;
  /** What an answer is known by, which is not sent to who has it. */
  readonly tag?: (result: unknown) => string;
  /** Whether the caller may make the call at all, asked before its body is read. */
  readonly admit?: (db: Reader, scope: Scope) => Promise<boolean>;
}

export function routeHandler<R extends Route>(
  route: R,
  handle: (call: Call<R>) => Promise<Result<R>>,
  { tag, ...more }: { readonly tag?: (result: Result<R>) => string } & Pick<RouteHandler, "admit"> = {},
): RouteHandler {
  return { route: fullRoute(route), handle, ...more, ...(tag && { tag: tag as NonNullable<RouteHandler["tag"]> }) };
}

/** A call that changes something, by `commit`, and answers how it is then; how it was before is read only where the caller says so. */
export function answerChange<R extends Route>(
  route: R,
  change: (
    call: Call<R>,
    commit: (work: (tx: Transaction) => Promise<unknown>) => Promise<Result<R>>,
  ) => Promise<Result<R>>,
  read: (call: Reading<R>) => Promise<Result<R>>,
): RouteHandler {
  const handle = (call: Call<R>) => change(call, (work) => call.change(work, (db) => read({ ...call, db })));
  return { ...routeHandler(route, handle), read: read as unknown as NonNullable<RouteHandler["read"]> };
}

export const prefix = "/api/v1";

/** Tells with every reply of the API its level: whoever holds older pages learns that they are. */
export function tellApiLevel(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.url.startsWith(prefix)) void reply.header(apiHeader, apiLevel);
  });
}
/** Where Fastify finds a route; a path that has no number there is another path. */
export const urlOf = (route: Route) => prefix + route.path.replaceAll(/\{(\w+)\}/g, ":$1(^\\d+$)");

/** Registers an answer: who may call, what comes in, what goes out (the contract decides all three). */
export function register(
  app: FastifyInstance,
  context: AppContext,
  { route, handle, read, tag, admit: mayCall }: RouteHandler,
  url = urlOf(route),
): void {
  const [shapes, fixed] = [shapesOf(route), fixedFields(route)];
  app.route({
    method: route.method,
    url,
    config: { writes: route.writes },
    ...(route.multipart ? { bodyLimit: maxPictureBytes + 64 * 1024 } : {}),
    exposeHeadRoute: route.method === "GET" && !route.writes,
    handler: async (request, reply) => {
      const signal = goneSignal(reply); // before anything is waited for
      const token = tokenOf(request.headers.authorization);
      const scope = await callerOf(context, request, token);
      await admit(route, scope, (of) => mayCall?.(context.db.read, of));
      if (route.multipart) extendBodyTimeout(request.raw);
      const endTurn = await context.queues.turn(String(scope?.userId ?? request.ip), kindOf(route), signal);
      try {
        const query = parse(route.query, typedQuery(request.query as Record<string, unknown>, route.query));
        const selection = selectionOf(route, query);
        const { body, file } = await bodyOf(request, route, context);
        const key = callKey(request, route, { scope, token, body, file });
        const before = key && (await storedReply(context.db.read, key));
        if (before) return sendReady(reply, route, before);
        const input = parse(route.body, route.body && typedBody(body, route.body));
        guard(route, scope, input);
        const ready = readyAnswer(route, scope?.isStaff ? shapes.staff : shapes.others, selection);
        const call = {
          ...context,
          ...readAndLookUp(context, request, { route, scope, token }),
          scope,
          ...asAsked(context, request),
          query,
          body: input,
          file,
          record: recordFor(context, request),
          change: changeFor(context.db, key, ready),
          token,
          gone: signal,
        };
        const now = async () => shapes.staff(await read?.({ ...(call as Call<Route>), db: context.db.read }));
        await refuseFixed(fixed, body, read ? now : null);
        if (!route.writes) signal.throwIfAborted();
        const check = scope && rightOf(call, scope);
        const result = await context.boxQueues.at({ ...call, route }, recordedHandler(handle, call as Call<Route>));
        if (tag && isSent(request, reply, tag(result))) return allowKeeping(reply, route).code(304).send();
        if (typeof route.reply !== "string")
          return sendReady(reply, route, result instanceof RepeatedCall ? result.answer : ready(result));
        const answerFile = check ? await whileAllowed(check, result as FileReply) : (result as FileReply);
        return sendReadyFile(request, reply, { route, file: answerFile, endTurn });
      } finally {
        whenRead(reply, endTurn);
      }
    },
  });
}

interface HandlerResult {
  readonly route: FullRoute;
  readonly file: FileReply;
  readonly endTurn: () => void;
}

async function sendReadyFile(request: FastifyRequest, reply: FastifyReply, { route, file, endTurn }: HandlerResult) {
  const fileReply = await readyFile(request, file);
  if (isStreamedFromDisk(fileReply)) endTurn(); // costs little for as long as it is read
  return sendFile(allowKeeping(reply, route), fileReply);
}

/** Says what an answer is known by; whether the caller has it already. */
function isSent(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  void reply.header("etag", `"${tag}"`);
  return isKept(request, tag);
}

/** An answer stands in memory until its client has read it: so many, and not more, of one caller. */
function whenRead({ raw }: FastifyReply, endTurn: () => void): void {
  if (raw.destroyed) endTurn();
  else raw.once("close", endTurn);
}

const actorOf = ({ userId, ip }: FastifyRequest): Actor => ({ userId, address: ip });

const recordFor =
  ({ db }: AppContext, request: FastifyRequest) =>
  async (entry: NewAuditEntry) => {
    if (request.method !== "HEAD") await db.note((tx) => record(tx, actorOf(request), entry));
  };

/** What of a call stands in its path and its head. */
const asAsked = ({ config, secure }: AppContext, request: FastifyRequest) => ({
  id: pathNumber(request, "id"),
  row: pathNumber(request, "row"),
  session: pathNumber(request, "session"),
  origin: originOf(request, config.publicUrl),
  devices: devicesOf(request, config.publicUrl, secure),
  address: request.ip,
  agent: request.headers["user-agent"] ?? "",
  actor: actorOf(request),
});

interface Asking {
  readonly route: FullRoute;
  readonly scope: Scope | null;
  readonly token: string | null;
}

/** A call that changes something reads where it writes; who asks is always looked up there. */
const readAndLookUp = ({ db, config }: AppContext, request: FastifyRequest, { route, scope, token }: Asking) => ({
  db: route.writes
    ? db
    : {
        read: readerFor(request, db, scope?.userId ?? 0),
        primary: db.read,
        search: scope?.isStaff ? db.search : db.ownSearch,
        snapshot: db.snapshot.bind(db),
      },
  scopeNow: () => scopeOfToken(db, token ?? "", config.sessionRules),
});

const kindOf = ({ multipart, writes }: FullRoute) => (multipart ? "uploads" : writes ? "writes" : "reads");

/** What is sent with a call; the fields and the file of a form as they come. */
async function bodyOf(request: FastifyRequest, route: FullRoute, { timeouts: patience }: AppContext) {
  if (!route.multipart) return { body: request.body, file: null };
  return withBodyTimeout(request.raw, patience, () => readForm(request, route));
}

/** What staff are answered, and everybody else: the contract says which fields are for staff. */
export function shapesOf({ reply }: Pick<FullRoute, "reply">): {
  readonly staff: ReplyShape;
  readonly others: ReplyShape;
} {
  if (typeof reply !== "object" || reply === null) return { staff: anyShape, others: anyShape };
  const staff = replyShape(reply);
  const others = forCustomerUsers(reply);
  return { staff, others: others === reply ? staff : replyShape(others) };
}

const anyShape: ReplyShape = (value) => value;

function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => reply.raw.writableFinished || controller.abort());
  return controller.signal;
}

/** The fields and the file of a form. */
async function readForm(request: FastifyRequest, route: FullRoute) {
  if (!request.isMultipart()) throw refuse(invalid.malformed);
  const fields: Record<string, unknown> = {};
  let file: Buffer | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") fields[part.fieldname] = part.value;
      else if (part.fieldname === route.multipart && !file) file = await part.toBuffer();
      else part.file.resume();
    }
  } catch (error) {
    if (error instanceof Error && "statusCode" in error) throw error;
    throw refuse(invalid.malformed); // the parser gives no status to a form that is cut off or has no boundary
  }
  return { body: { ...fields, ...typedQuery(fields, route.body) }, file };
}

/** Who asks; the log line names them, also where they are refused. */
async function callerOf(
  { db, config }: AppContext,
  request: FastifyRequest,
  token: string | null,
): Promise<Scope | null> {
  const scope = token && token.length < 200 ? await scopeOfToken(db, token, config.sessionRules) : null;
  request.userId = scope?.userId ?? null;
  request.isCustomers = scope !== null && !scope.isStaff;
  return scope;
}

/** What an answer does, with a wrong password or code put on record. */
const recordedHandler = (handle: RouteHandler["handle"], call: Call<Route>) => () =>
  handle(call).catch((error: unknown) => recordWrong(call, error));

/** A wrong password or code is on record although the call is refused; of a sign-in with the name that was typed. */
async function recordWrong({ record: put, body }: Pick<Call<Route>, "record"> & { body: unknown }, error: unknown) {
  if (error instanceof RepeatedCall) return error;
  const kind = error instanceof Refusal ? wrongSecrets[error.code] : undefined;
  if (kind !== undefined) await put({ kind, name: (body as { username?: string } | undefined)?.username });
  throw error;
}

/** Whether a caller may make a call at all, before anything of it is read; `mayCall` knows what only the database does. */
async function admit(
  route: Route,
  scope: Scope | null,
  mayCall: (scope: Scope) => Promise<boolean> | undefined,
): Promise<void> {
  if (route.access === "open") return;
  if (!scope) throw forbidden("signed_out");
  if (scope.initPassword && !route.withInitialPassword) throw refuse(refused.passwordFirst);
  const isFirstStep = route.withInitialPassword ?? route.withoutSecondFactor;
  if (scope.lacksFactor && !isFirstStep) throw refuse(refused.secondFactorFirst);
  if (route.access === "staff" && !scope.isStaff) throw forbidden("staff_only");
  if ((await mayCall(scope)) === false) throw refuse(refused.noRight);
}

function pathNumber(request: FastifyRequest, name: string): number {
  const { [name]: number } = request.params as Record<string, string | undefined>;
  if (number === undefined) return 0;
  if (!/^[1-9]\d{0,9}$/.test(number) || Number(number) > maxInteger) throw notFound();
  return Number(number);
}

function parse(schema: z.ZodMiniType | undefined, input: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(input);
  if (!result.success) throw refuseIssues(result.error.issues, input);
  return result.data;
}

function selectionOf(route: FullRoute, query: unknown) {
  const text = (query as { query?: string } | undefined)?.query;
  if (!text || typeof route.reply !== "object" || route.reply === null) return null;
  const selection = parseSelection(text);
  checkSelection(selection, pageEntry(route.reply) ?? route.reply);
  return selection;
}

/** An answer with what the contract knows and the caller has selected. */
function readyAnswer(route: FullRoute, shape: ReplyShape, selection: ReturnType<typeof selectionOf>) {
  const { reply, method } = route;
  return (result: unknown): ReadyAnswer => {
    if (reply === null || typeof reply === "string") return { status: route.status ?? 204, body: null };
    const clean = shape(result); // drops what the contract does not know
    const selectedFields = selection === null ? clean : chooseFrom(clean, selection, reply);
    return { status: route.status ?? (method === "POST" ? 201 : 200), body: JSON.stringify(selectedFields) };
  };
}

const allowKeeping = (reply: FastifyReply, { writes, access }: FullRoute) =>
  reply.header("cache-control", writes || access !== "open" ? "private, no-store" : "no-cache");

function sendReady(reply: FastifyReply, route: FullRoute, { status, body }: ReadyAnswer) {
  void allowKeeping(reply, route).code(status);
  return body === null ? reply.send() : reply.type("application/json; charset=utf-8").send(body);
}

function chooseFrom(
  clean: unknown,
  selection: NonNullable<ReturnType<typeof selectionOf>>,
  reply: z.ZodMiniType,
): unknown {
  if (!pageEntry(reply)) return select(clean, selection);
  const list = clean as { results: unknown[] };
  return { ...list, results: select(list.results, selection) };
}
