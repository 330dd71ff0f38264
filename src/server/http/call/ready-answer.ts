import type * as z from "zod/mini";
import type { FullRoute } from "#contract/route.ts";
import { forCustomerUsers, forProgram } from "#contract/schemas/audience.ts";
import { pageEntry } from "#contract/schema-walk.ts";
import type { TokenScope } from "#rules/access/token-scopes.ts";
import type { Scope } from "#server/database/scope.ts";
import type { ReadyAnswer } from "#server/http/idempotency/change.ts";
import { type Selection, select } from "#server/http/parsing/selection.ts";
import { type ReplyShape, replyShape } from "#server/http/replies/reply-shape.ts";

/** Reply shapes for staff, for a program of theirs by the scopes of its token, and for everybody else. */
export interface AudienceShapes {
  readonly staff: ReplyShape;
  readonly programs: (scopes: readonly TokenScope[]) => ReplyShape;
  readonly others: ReplyShape;
}

const anyShape: ReplyShape = (value) => value;

/** The shapes of a reply by its audience: the contract says which fields are for staff. */
export function shapesOf({ reply }: Pick<FullRoute, "reply">): AudienceShapes {
  if (typeof reply !== "object" || reply === null)
    return { staff: anyShape, programs: () => anyShape, others: anyShape };
  const staff = replyShape(reply);
  const shapeOf = (schema: z.core.$ZodType) => (schema === reply ? staff : replyShape(schema));
  const made = new Map<string, ReplyShape>();
  const programs = (scopes: readonly TokenScope[]) => {
    const key = scopes.toSorted().join();
    const shape = made.get(key) ?? shapeOf(forProgram(reply, scopes));
    made.set(key, shape);
    return shape;
  };
  return { staff, programs, others: shapeOf(forCustomerUsers(reply)) };
}

/** The shape for who asks. */
export function shapeFor({ staff, programs, others }: AudienceShapes, scope: Scope | null): ReplyShape {
  if (!scope?.isStaff) return others;
  return scope.token ? programs(scope.token.scopes) : staff;
}

interface AnsweredCall {
  readonly route: Pick<FullRoute, "reply" | "method" | "status">;
  readonly shapes: AudienceShapes;
}

/** Makes the answer of a result, with what the contract knows and the caller has selected. */
export function readyAnswer({ route, shapes }: AnsweredCall, scope: Scope | null, selection: Selection | null) {
  const { reply, method } = route;
  const shape = shapeFor(shapes, scope);
  return (result: unknown): ReadyAnswer => {
    if (reply === null || typeof reply === "string") return { status: route.status ?? 204, body: null };
    const clean = shape(result); // drops what the contract does not know
    const selectedFields = selection === null ? clean : chooseFrom(clean, selection, reply);
    return { status: route.status ?? (method === "POST" ? 201 : 200), body: JSON.stringify(selectedFields) };
  };
}

function chooseFrom(clean: unknown, selection: Selection, reply: z.ZodMiniType): unknown {
  if (!pageEntry(reply)) return select(clean, selection);
  const list = clean as { results: unknown[] };
  return { ...list, results: select(list.results, selection) };
}
