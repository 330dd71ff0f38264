import type { FullRoute, Where } from "#contract/route.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Scope } from "#server/database/scope.ts";
import { refuse } from "./errors.ts";

/** Whether a call with this body is one of those that the contract marks. */
export function isMeant(where: Where | undefined, body: unknown): boolean {
  if (where === undefined || where === true) return where ?? false;
  return Object.entries(where).some(([field, values]) =>
    sentAs(body, field).some((sent) => values === true || values.some((value) => value === sent)),
  );
}

/** What is sent in a field, `operations.kind` in that of each entry of a list. */
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

/** Where the own password comes with the call, its handler checks it: that is the same proof. */
const isProved = (scope: Scope, body: unknown) =>
  scope.confirmed || (body as { own_password?: string } | undefined)?.own_password !== undefined;

/**
 * The one place that holds what the contract says of a call beside its access: for whom it is, and that whoever makes it has just proved who they are.
 * @throws 400 `no_right` or `unconfirmed`
 */
export function guard({ managers, confirms }: FullRoute, scope: Scope | null, body: unknown): void {
  if (scope === null) return;
  if (isMeant(managers, body) && !scope.managesUsers) throw refuse(refused.notManager);
  if (isMeant(confirms, body) && !isProved(scope, body)) throw refuse(refused.unconfirmed);
}
