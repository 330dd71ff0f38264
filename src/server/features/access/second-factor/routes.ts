import * as factors from "#contract/calls/access/second-factor.ts";
import { qrCodePicture } from "#server/documents/codes/code-pictures.ts";
import { confirmPassword } from "#server/features/access/session/mutations.ts";
import { secretContext } from "#server/database/secrets/secrets.ts";
import { routeHandler } from "#server/http/answers.ts";
import {
  authenticator,
  beginFactor,
  confirmFactor,
  newRecoveryCodes,
  newSecret,
  removeFactor,
  useCode,
  useFirstCode,
} from "./mutations.ts";
import { secondFactorOfCaller } from "./queries.ts";

export const secondFactorRoutes = [
  routeHandler(factors.getSecondFactor, ({ db, scope }) => secondFactorOfCaller(db.read, scope)),
  routeHandler(factors.beginSecondFactor, async (call) => {
    const { db, change, scope, body, config } = call;
    const { email } = await confirmPassword(db, call, body.own_password);
    const secret = newSecret();
    const uri = authenticator(secret, { issuer: config.productTitle, label: email }).toString();
    const qrcode = `data:image/png;base64,${(await qrCodePicture(uri)).toString("base64")}`;
    return change(
      (tx) => beginFactor(tx, scope.userId, db.secrets.seal(secret, secretContext.factor(scope.userId))),
      async () => ({ secret, uri, qrcode }),
    );
  }),
  routeHandler(factors.confirmSecondFactor, async ({ db, change, scope, address, body, now }) => {
    const actor = { userId: scope.userId, address };
    await useFirstCode(db, actor, body.code, now());
    return change(
      (tx) => confirmFactor(tx, actor),
      async (_db, recovery_codes) => ({ recovery_codes }),
    );
  }),
  routeHandler(factors.endSecondFactor, async (call) => {
    const { db, scope, address, body, now } = call;
    const actor = { userId: scope.userId, address };
    await confirmPassword(db, call, body.own_password);
    await useCode(db, actor, body.code, now());
    await call.change((tx) => removeFactor(tx, actor, scope.userId));
  }),
  routeHandler(factors.newRecoveryCodes, async (call) => {
    const { db, scope, address, body, now } = call;
    const actor = { userId: scope.userId, address };
    await confirmPassword(db, call, body.own_password);
    await useCode(db, actor, body.code, now());
    return call.change(
      (tx) => newRecoveryCodes(tx, actor),
      async (_db, recovery_codes) => ({ recovery_codes }),
    );
  }),
];
