import type { FullRoute, Where } from "#contract/route.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Scope } from "#server/database/scope.ts";
import { refuse } from "./errors.ts";

/** Says whether a call with this body is one of those that the contract marks. */
export function isMeant(where: Where | undefined, body: unknown): boolean {
  if (where === undefined || where === true) return where ?? false;
  return Object.entries(where).some(([field, values]) =>
    sentAs(body, field).some((sent) => (values === true ? !isNothing(sent) : values.some((value) => value === sent))),
  );
}

/** Says whether a call has anything in these fields, even an empty list: taking all users from a customer means writing them. */
export const isNamedIn = (where: Where, body: unknown): boolean =>
  where === true ||
  Object.entries(where).some(([field, values]) =>
    sentAs(body, field).some((sent) => values === true || values.some((value) => value === sent)),
  );

const isNothing = (sent: unknown) => Array.isArray(sent) && sent.length === 0;

/** Returns the values sent in a field; `operations.kind` is that field of each entry of a list. */
function sentAs(body: unknown, field: string): unknown[] {
  const sent = field
    .split(".")
    .reduce<unknown[]>(
      (values, key) =>
        values.flat().map((value) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[key]),
      [body],
    );
  return sent.filter((value) => value !== undefined);
}

/** Data that is sent, and whether the proof must be a fresh one although signing in would count for the day. */
interface Sent {
  readonly body: unknown;
  readonly fresh: boolean;
}

/** Where the own password comes with the call, its handler checks it: that is the same proof. */
const isProved = ({ signInCounts }: FullRoute, scope: Scope, { body, fresh }: Sent) =>
  (signInCounts && !fresh ? scope.confirmedToday : scope.confirmed) ||
  (body as { own_password?: string } | undefined)?.own_password !== undefined;

/**
 * The one place that holds what the contract says of a call beside its access: for whom it is, and that whoever makes it has proved who they are.
 * @throws 400 `no_right` or `unconfirmed`
 */
export function guard(route: FullRoute, scope: Scope | null, sent: Sent): void {
  if (scope === null) return;
  const isAsked = (where: Where | undefined) =>
    where === true || (route.whereChanged === undefined && isMeant(where, sent.body));
  if (isAsked(route.managers) && !scope.managesUsers) throw refuse(refused.notManager);
  if (isAsked(route.confirms) && !isProved(route, scope, sent)) throw refuse(refused.unconfirmed);
}

/**
 * The same of a call that gives something only where it changes what is (`whereChanged`): for its transaction, which knows. Where it changes somebody's
 * access it is for whoever manages users.
 */
export function guardChange(route: FullRoute, scope: Scope | null, sent: Sent, changes: "access" | "charges"): void {
  if (scope === null) return;
  if (changes === "access" && route.managers !== undefined && !scope.managesUsers) throw refuse(refused.notManager);
  if (route.confirms !== undefined && !isProved(route, scope, sent)) throw refuse(refused.unconfirmed);
}
