import * as factors from "#contract/calls/second-factor.ts";
import { qrCodePicture } from "#server/documents/codes/code-pictures.ts";
import { confirmPassword } from "#server/features/session/mutations.ts";
import { answer } from "#server/http/answers.ts";
import { authenticator, beginFactor, confirmFactor, newRecoveryCodes, removeFactor, useCode } from "./mutations.ts";
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
  answer(factors.confirmSecondFactor, async ({ db, scope, address, body, now }) => ({
    recovery_codes: await confirmFactor(db, { userId: scope.userId, address }, body.code, now()),
  })),
  answer(factors.endSecondFactor, async (call) => {
    const { db, scope, address, body, now } = call;
    const actor = { userId: scope.userId, address };
    await confirmPassword(db, call, body.own_password);
    await useCode(db, actor, body.code, now());
    await db.write((tx) => removeFactor(tx, actor, scope.userId));
  }),
  answer(factors.newRecoveryCodes, async (call) => {
    const { db, scope, address, body, now } = call;
    const actor = { userId: scope.userId, address };
    await confirmPassword(db, call, body.own_password);
    await useCode(db, actor, body.code, now());
    return { recovery_codes: await db.write((tx) => newRecoveryCodes(tx, actor)) };
  }),
];
