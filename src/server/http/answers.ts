import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { fullRoute } from "#contract/all.ts";
import { forCustomerUsers } from "#contract/schemas/audience.ts";
import type { Body, FullRoute, Query, Reply, Route, ShapesOf } from "#contract/route.ts";
import { maxInteger } from "#contract/limits.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import type { Scope } from "#server/database/scope.ts";
import type { House } from "#server/house.ts";
import { maxPictureBytes } from "#server/storage/pictures.ts";
import { forbidden, notFound, refuse, refuseIssues } from "./errors.ts";
import { fixedFields, refuseFixed } from "./fixed-fields.ts";
import { typedQuery } from "./query-text.ts";
import { type ReplyShape, replyShape } from "./reply-shape.ts";
import { checkSelection, parseSelection, select } from "./selection.ts";
import { scopeOf, tokenOf } from "./session.ts";
import { typedBody } from "./typed-body.ts";

/** What a handler is given: the caller's scope and the parsed input of its contract entry. */
export interface Call<R extends Route> extends House {
  readonly scope: R["access"] extends "open" ? Scope | null : Scope;
  /** The number in the path; 0 where there is none. */
  readonly id: number;
  readonly query: Query<R>;
  readonly body: Body<R>;
  /** Where absolute links start, `https://host`. */
  readonly origin: string;
  readonly address: string;
  /** What the caller's program calls itself. */
  readonly agent: string;
  readonly token: string | null;
  /** The uploaded file of a multipart call. */
  readonly file: Buffer | null;
  /** Ends when the caller has gone away before the answer was complete. */
  readonly gone: AbortSignal;
}

/** A file as a reply: a picture, or with `name` a download that nobody keeps. */
export interface FileReply {
  readonly type: string;
  /** The whole file, or a stream of exactly so many bytes. */
  readonly bytes: Buffer | { readonly length: number; readonly stream: Readable };
  /** The name under which a browser saves it. */
  readonly name?: string;
}

type Result<R extends Route> = ShapesOf<R>["reply"] extends z.ZodMiniType
  ? z.input<ShapesOf<R>["reply"]>
  : Reply<R> extends null
    ? void
    : FileReply;

/** A contract entry with the handler that answers it. */
export interface Answer {
  readonly route: FullRoute;
  readonly handle: (call: Call<Route>) => Promise<unknown>;
  /** What the call changes, as it is now. */
  readonly read?: (call: Call<Route>) => Promise<unknown>;
}

export function answer<R extends Route>(route: R, handle: (call: Call<R>) => Promise<Result<R>>): Answer {
  return { route: fullRoute(route), handle };
}

/** A call that changes something and answers how it is then; how it was before is read only where the caller says so. */
export function answerChange<R extends Route>(
  route: R,
  change: (call: Call<R>) => Promise<void>,
  read: (call: Call<R>) => Promise<Result<R>>,
): Answer {
  const handle = async (call: Call<R>) => {
    await change(call);
    return read(call);
  };
  return { ...answer(route, handle), read };
}

export const prefix = "/api/v1";
/** Where Fastify finds a route; a path that has no number there is another path. */
export const urlOf = (route: Route) => prefix + route.path.replaceAll(/\{(\w+)\}/g, ":$1(^\\d+$)");

/** Registers an answer: who may call, what comes in, what goes out (the contract decides all three). */
export function register(
  app: FastifyInstance,
  house: House,
  { route, handle, read }: Answer,
  url = urlOf(route),
): void {
  const shapes = shapesOf(route);
  const fixed = fixedFields(route);
  app.route({
    method: route.method,
    url,
    ...(route.multipart ? { bodyLimit: maxPictureBytes + 64 * 1024 } : {}),
    exposeHeadRoute: route.method === "GET" && !route.writes,
    handler: async (request, reply) => {
      const gone = goneSignal(reply); // before anything is waited for
      const token = tokenOf(request.headers.authorization);
      const scope = await admit(house, route, token);
      const query = parse(route.query, typedQuery(request.query as Record<string, unknown>, route.query ?? noFields));
      const selection = selectionOf(route, query);
      const { body, file } = route.multipart ? await readForm(request, route) : { body: request.body, file: null };
      const call = {
        ...house,
        scope,
        id: pathId(request),
        query,
        body: parse(route.body, route.body && typedBody(body, route.body)),
        file,
        origin: house.config.publicUrl ?? `${request.protocol}://${request.host}`,
        address: request.ip,
        agent: request.headers["user-agent"] ?? "",
        token,
        gone,
      };
      await refuseFixed(fixed, body, read ? async () => shapes.staff(await read(call as Call<Route>)) : null);
      if (!route.writes) gone.throwIfAborted();
      const result = await handle(call as Call<Route>);
      return send(reply, route, scope?.isStaff ? shapes.staff : shapes.others, result, selection);
    },
  });
}

/** What staff are answered, and everybody else: the contract says which fields are for staff. */
function shapesOf({ reply }: FullRoute): { readonly staff: ReplyShape; readonly others: ReplyShape } {
  if (typeof reply !== "object" || reply === null) return { staff: unshaped, others: unshaped };
  const staff = replyShape(reply);
  const others = forCustomerUsers(reply);
  return { staff, others: others === reply ? staff : replyShape(others) };
}

const unshaped: ReplyShape = (value) => value;

function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => reply.raw.writableFinished || gone.abort());
  return gone.signal;
}

const noFields = { _zod: { def: { type: "object", shape: {} } } } as unknown as z.ZodMiniType;

/** The fields and the file of a form. */
async function readForm(request: FastifyRequest, route: FullRoute) {
  if (!request.isMultipart()) throw refuse(invalid.malformed);
  const fields: Record<string, unknown> = {};
  let file: Buffer | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") fields[part.fieldname] = part.value;
      else if (part.fieldname === "image" && !file) file = await part.toBuffer();
      else part.file.resume();
    }
  } catch (error) {
    if (error instanceof Error && "statusCode" in error) throw error;
    throw refuse(invalid.malformed); // the parser gives no status to a form that is cut off or has no boundary
  }
  return { body: { ...fields, ...typedQuery(fields, route.body ?? noFields) }, file };
}

async function admit({ db, config }: House, route: Route, token: string | null): Promise<Scope | null> {
  const scope = token && token.length < 200 ? await scopeOf(db, token, config.requireTotp) : null;
  if (route.access === "open") return scope;
  if (!scope) throw forbidden("signed_out");
  if (scope.initPassword && !route.withInitialPassword) throw refuse(refused.passwordFirst);
  const isFirstStep = route.withInitialPassword ?? route.withoutSecondFactor;
  if (scope.lacksFactor && !isFirstStep) throw refuse(refused.secondFactorFirst);
  if (route.access === "staff" && !scope.isStaff) throw forbidden("staff_only");
  return scope;
}

function pathId(request: FastifyRequest): number {
  const { id } = request.params as { id?: string };
  if (id === undefined) return 0;
  if (!/^[1-9]\d{0,9}$/.test(id) || Number(id) > maxInteger) throw notFound();
  return Number(id);
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
  checkSelection(selection, listEntry(route.reply) ?? route.reply);
  return selection;
}

/** The schema of a list's entries; null where the reply is no list. */
function listEntry(reply: z.ZodMiniType): z.ZodMiniType | null {
  const { shape } = reply._zod.def as unknown as { shape?: Record<string, z.ZodMiniType> };
  return shape?.["count_pages"] ? (shape["results"] ?? null) : null;
}

function send(
  reply: FastifyReply,
  route: FullRoute,
  shape: ReplyShape,
  result: unknown,
  selection: ReturnType<typeof selectionOf>,
) {
  void reply.header("cache-control", route.writes || route.access !== "open" ? "private, no-store" : "no-cache");
  if (route.reply === null) return reply.code(route.status ?? 204).send();
  if (typeof route.reply === "string") return sendFile(reply, result as FileReply);
  const clean = shape(result); // drops what the contract does not know
  const chosen = selection === null ? clean : chooseFrom(clean, selection, route.reply);
  const status = route.status ?? (route.method === "POST" ? 201 : 200);
  return reply.code(status).type("application/json; charset=utf-8").send(JSON.stringify(chosen));
}

function sendFile(reply: FastifyReply, { type, bytes, name }: FileReply) {
  void reply.code(200).type(type);
  if (name === undefined) void reply.header("cache-control", "private, max-age=3600");
  else void reply.header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  if (Buffer.isBuffer(bytes)) return reply.send(bytes);
  void reply.header("content-length", bytes.length);
  if (reply.request.method !== "HEAD") return reply.send(bytes.stream);
  bytes.stream.destroy(); // or it would be read to its end for nobody
  return reply.send(Readable.from([]));
}

function chooseFrom(
  clean: unknown,
  selection: NonNullable<ReturnType<typeof selectionOf>>,
  reply: z.ZodMiniType,
): unknown {
  if (!listEntry(reply)) return select(clean, selection);
  const list = clean as { results: unknown[] };
  return { ...list, results: select(list.results, selection) };
}
