import { isSpecified } from "#contract/specified-calls.ts";
import type { FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import type { FullRoute } from "#contract/route.ts";
import { pageEntry } from "#contract/schema-walk.ts";
import { maxInteger } from "#contract/limits.ts";
import { notFound, refuseIssues } from "#server/http/errors.ts";
import { refuseRepeated, refuseUnknownParameters, typedQuery } from "#server/http/parsing/query-text.ts";
import { checkSelection, parseSelection, type Selection } from "#server/http/parsing/selection.ts";
import { withoutNothing, typedBody } from "#server/http/parsing/typed-body.ts";
import { withBodyTimeout } from "#server/http/waiting/timeouts.ts";
import type { Exchange } from "./exchange.ts";
import { readForm } from "./form.ts";

/** Data sent with a call: the query parsed, the body as it came. */
interface CallInput {
  readonly query: unknown;
  /** The fields of the reply that are wanted; null for all. */
  readonly selection: Selection | null;
  readonly body: unknown;
  readonly file: Buffer | null;
}

/** Reads what is sent. @throws 400 for a query or a form that the contract does not know */
export async function readInput({ context, answer, request }: Exchange): Promise<CallInput> {
  const { route } = answer;
  const parameters = request.query as Record<string, unknown>;
  refuseUnknownParameters(route, parameters);
  refuseRepeated(route.query, parameters);
  const query = parse(route.query, typedQuery(parameters, route.query));
  const selection = selectionOf(route, query);
  if (!route.multipart) return { query, selection, body: request.body, file: null };
  const form = await withBodyTimeout(request.raw, context.timeouts, () => readForm(request, route));
  return { query, selection, ...form };
}

/** The body as its schema has it. @throws 400 by field */
export const parseBody = (route: Pick<FullRoute, "method" | "path" | "body">, sent: unknown): unknown => {
  const { body: schema } = route;
  const body = schema && isSpecified(route) ? withoutNothing(sent, schema) : sent;
  return parse(schema, schema && typedBody(body, schema));
};

function parse(schema: z.ZodMiniType | undefined, input: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(input);
  if (!result.success) throw refuseIssues(result.error.issues, input);
  return result.data;
}

/** The field selection of a query, which names fields of the reply. @throws 400 for `query` */
export function selectionOf({ reply }: Pick<FullRoute, "reply">, query: unknown): Selection | null {
  const text = (query as { query?: string } | undefined)?.query;
  if (!text || typeof reply !== "object" || reply === null) return null;
  const selection = parseSelection(text);
  checkSelection(selection, pageEntry(reply) ?? reply);
  return selection;
}

/** A number in the path; 0 where the path has none. @throws 404 for one that no thing can have */
export function pathNumber({ params }: Pick<FastifyRequest, "params">, name: string): number {
  const { [name]: number } = params as Record<string, string | undefined>;
  if (number === undefined) return 0;
  if (!/^[1-9]\d{0,9}$/.test(number) || Number(number) > maxInteger) throw notFound();
  return Number(number);
}
