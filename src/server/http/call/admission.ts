import * as refused from "#rules/texts/refusal-texts.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import type { RouteHandler } from "#server/http/answers.ts";
import { forbidden, refuse } from "#server/http/errors.ts";

/**
 * Refuses whoever may not make a call at all, before anything of it is read; the handler's own `admit` knows what only the database does.
 * @throws 403 or 400, the first of the reasons that applies
 */
export async function admit(
  { route, admit: mayCall }: Pick<RouteHandler, "route" | "admit">,
  scope: Scope | null,
  db: Reader,
): Promise<void> {
  if (route.access === "open") return;
  if (!scope) throw forbidden("signed_out");
  if (scope.initPassword && !route.withInitialPassword) throw refuse(refused.passwordFirst);
  const isFirstStep = route.withInitialPassword ?? route.withoutSecondFactor;
  if (scope.lacksFactor && !isFirstStep) throw refuse(refused.secondFactorFirst);
  if (route.access === "staff" && !scope.isStaff) throw forbidden("staff_only");
  if ((await mayCall?.(db, scope)) === false) throw refuse(refused.noRight);
}
