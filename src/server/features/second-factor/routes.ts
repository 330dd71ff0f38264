import * as factors from "#contract/calls/second-factor.ts";
import { qrCodePicture } from "#server/documents/codes/code-pictures.ts";
import { confirmPassword } from "#server/features/session/mutations.ts";
import { placeOf } from "#server/database/secrets/secrets.ts";
import { answer } from "#server/http/answers.ts";
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
import { ownFactor } from "./queries.ts";

export const secondFactorRoutes = [
  answer(factors.getSecondFactor, ({ db, scope }) => ownFactor(db.read, scope)),
  answer(factors.beginSecondFactor, async (call) => {
    const { db, change, scope, body, config } = call;
    const { email } = await confirmPassword(db, call, body.own_password);
    const secret = newSecret();
    const uri = authenticator(secret, { issuer: config.productTitle, label: email }).toString();
    const qrcode = `data:image/png;base64,${(await qrCodePicture(uri)).toString("base64")}`;
    return change(
      (tx) => beginFactor(tx, scope.userId, db.secrets.seal(secret, placeOf.factor(scope.userId))),
      async () => ({ secret, uri, qrcode }),
    );
  }),
  answer(factors.confirmSecondFactor, async ({ db, change, scope, address, body, now }) => {
    const actor = { userId: scope.userId, address };
    await useFirstCode(db, actor, body.code, now());
    return change(
      (tx) => confirmFactor(tx, actor),
      async (_db, recovery_codes) => ({ recovery_codes }),
    );
  }),
  answer(factors.endSecondFactor, async (call) => {
    const { db, scope, address, body, now } = call;
    const actor = { userId: scope.userId, address };
    await confirmPassword(db, call, body.own_password);
    await useCode(db, actor, body.code, now());
    await call.change((tx) => removeFactor(tx, actor, scope.userId));
  }),
  answer(factors.newRecoveryCodes, async (call) => {
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
