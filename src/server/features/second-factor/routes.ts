import * as factors from "#contract/calls/second-factor.ts";
import { qrCodePicture } from "#server/documents/codes/code-pictures.ts";
import { confirmPassword } from "#server/features/session/mutations.ts";
import { answer } from "#server/http/answers.ts";
import { authenticator, beginFactor, confirmFactor, removeFactor, renewRecoveryCodes, useCode } from "./mutations.ts";
import { ownFactor } from "./queries.ts";

export const secondFactorRoutes = [
  answer(factors.getSecondFactor, ({ db, scope }) => ownFactor(db.read, scope)),
  answer(factors.beginSecondFactor, async (call) => {
    const { db, scope, body, config } = call;
    const { email } = await confirmPassword(db, call, body.own_password);
    const secret = await db.write((tx) => beginFactor(tx, scope.userId));
    const uri = authenticator(secret, { issuer: config.productTitle, label: email }).toString();
    return { secret, uri, qrcode: `data:image/png;base64,${(await qrCodePicture(uri)).toString("base64")}` };
  }),
  answer(factors.confirmSecondFactor, async ({ db, scope, body, now }) => ({
    recovery_codes: await confirmFactor(db, scope.userId, body.code, now()),
  })),
  answer(factors.endSecondFactor, async (call) => {
    const { db, scope, body, now } = call;
    await confirmPassword(db, call, body.own_password);
    await useCode(db, scope.userId, body.code, now());
    await db.write((tx) => removeFactor(tx, scope.userId));
  }),
  answer(factors.newRecoveryCodes, async (call) => {
    const { db, scope, body, now } = call;
    await confirmPassword(db, call, body.own_password);
    await useCode(db, scope.userId, body.code, now());
    return { recovery_codes: await db.write((tx) => renewRecoveryCodes(tx, scope.userId)) };
  }),
];
