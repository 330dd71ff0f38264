import type { Route } from "#contract/route.ts";
import { wrongSecrets } from "#rules/access/audit/audit.ts";
import type { Call, RouteHandler } from "#server/http/answers.ts";
import { Refusal } from "#server/http/errors.ts";
import { RepeatedCall } from "#server/http/idempotency/change.ts";
import type { Exchange } from "./exchange.ts";

/**
 * Runs the handler when it is the turn of the call's box; answers what it answers, or the RepeatedCall that it threw.
 * @throws what `gone` says where nobody waits for what is only read
 */
export function runHandler(
  { context, answer: { route, handle }, gone }: Exchange,
  call: Call<Route>,
): Promise<unknown> {
  if (!route.writes) gone.throwIfAborted();
  return context.boxQueues.at({ route, id: call.id, body: call.body, gone }, recordedHandler(handle, call));
}

const recordedHandler = (handle: RouteHandler["handle"], call: Call<Route>) => () =>
  handle(call).catch((error: unknown) => recordWrong(call, error));

/** A wrong password or code is on record although the call is refused; of a sign-in with the name that was typed. */
export async function recordWrong(
  { record, body }: Pick<Call<Route>, "record"> & { readonly body: unknown },
  error: unknown,
): Promise<RepeatedCall> {
  if (error instanceof RepeatedCall) return error;
  const kind = error instanceof Refusal ? wrongSecrets[error.code] : undefined;
  if (kind !== undefined) await record({ kind, name: (body as { username?: string } | undefined)?.username });
  throw error;
}
