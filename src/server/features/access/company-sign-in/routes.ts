import * as calls from "#contract/calls/access/company-sign-in.ts";
import { addressKey } from "#rules/access/login-limits.ts";
import { routeHandler } from "#server/http/answers.ts";
import { notFound } from "#server/http/errors.ts";
import { carryOutTry } from "#server/http/passwords/password-tries.ts";
import { type CompanySignIn, beginAt, personAt, signOutAt } from "#server/http/identity-provider.ts";
import { addIdentity, removeIdentity, signInByCompany } from "./mutations.ts";
import { identityById, listOfIdentities } from "./queries.ts";

/** @throws 404 where the operator has named no company */
function companyOf({ companySignIn }: { readonly companySignIn: CompanySignIn | undefined }): CompanySignIn {
  if (!companySignIn) throw notFound();
  return companySignIn;
}

export const companySignInRoutes = [
  routeHandler(calls.beginCompanySignIn, ({ config }) => beginAt(companyOf(config))),
  routeHandler(calls.openCompanySession, async ({ db, config, body, address, agent, signInDevice, gone, now }) => {
    const company = companyOf(config);
    const key = `address ${addressKey(address)}`;
    // an answer that was guessed counts as a password that was
    return carryOutTry(db, { key, line: key, gone }, async () => {
      const person = await personAt(company, body);
      const sign_out = await signOutAt(company);
      const coming = { person, from: { address, agent }, device: await signInDevice(), now: now() };
      return { ...(await db.write((tx) => signInByCompany(tx, company, coming))), sign_out };
    });
  }),
  routeHandler(calls.listIdentities, ({ db, scope }) => listOfIdentities(db.read, scope)),
  routeHandler(calls.addIdentity, async ({ config, change, scope, actor, body }) => {
    const company = companyOf(config);
    const person = await personAt(company, body);
    return change(
      (tx) => addIdentity(tx, { ...actor, userId: scope.userId }, company, person),
      (db, id) => identityById(db, scope, id),
    );
  }),
  routeHandler(calls.removeIdentity, ({ change, scope, actor, id }) =>
    change((tx) => removeIdentity(tx, { ...actor, userId: scope.userId }, id)),
  ),
];
