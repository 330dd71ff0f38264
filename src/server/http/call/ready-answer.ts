import type * as z from "zod/mini";
import type { FullRoute } from "#contract/route.ts";
import { forCustomerUsers } from "#contract/schemas/audience.ts";
import { pageEntry } from "#contract/schema-walk.ts";
import type { Scope } from "#server/database/scope.ts";
import type { ReadyAnswer } from "#server/http/idempotency/change.ts";
import { type Selection, select } from "#server/http/parsing/selection.ts";
import { type ReplyShape, replyShape } from "#server/http/replies/reply-shape.ts";

/** What staff are answered, and everybody else. */
export interface AudienceShapes {
  readonly staff: ReplyShape;
  readonly others: ReplyShape;
}

const anyShape: ReplyShape = (value) => value;

/** The shapes of a reply by its audience: the contract says which fields are for staff. */
export function shapesOf({ reply }: Pick<FullRoute, "reply">): AudienceShapes {
  if (typeof reply !== "object" || reply === null) return { staff: anyShape, others: anyShape };
  const staff = replyShape(reply);
  const others = forCustomerUsers(reply);
  return { staff, others: others === reply ? staff : replyShape(others) };
}

interface AnsweredCall {
  readonly route: Pick<FullRoute, "reply" | "method" | "status">;
  readonly shapes: AudienceShapes;
}

/** Makes the answer of a result, with what the contract knows and the caller has selected. */
export function readyAnswer({ route, shapes }: AnsweredCall, scope: Scope | null, selection: Selection | null) {
  const { reply, method } = route;
  const shape = scope?.isStaff ? shapes.staff : shapes.others;
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
