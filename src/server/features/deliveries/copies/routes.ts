import * as copies from "#contract/calls/deliveries/copies.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import type { Transaction } from "#server/database/database.ts";
import { keepPictureBy, removeUnused } from "#server/features/stock/images/mutations.ts";
import { routeHandler } from "#server/http/answers.ts";
import { acceptCopy, addCopy, removeCopy, scannedThing } from "./mutations.ts";
import { copyById, fileOfCopy } from "./queries.ts";

export const copyRoutes = [
  routeHandler(copies.addCopy, async ({ db, change, config, scope, id, body, file, pictures, gone }) => {
    const thing = scannedThing(body);
    const copy = { ...(await acceptCopy(file, scope.userId, gone)), days: config.scanDays };
    const keep = (tx: Transaction) => addCopy(tx, scope.userId, id, thing, copy);
    return keepPictureBy(db, pictures, copy, (held) =>
      change(
        (tx) => held(tx, keep),
        (reader, added) => copyById(reader, scope, added),
      ),
    );
  }),
  routeHandler(
    copies.copyFile,
    async ({ db, scope, id, pictures, record }) => {
      const { sha256, bytes, pages, delivery, code, box, customer } = await fileOfCopy(db.read, scope, id);
      const stored = await pictures.open(sha256, bytes);
      try {
        const meta = { amount: pages };
        await record({ kind: AuditKind.copyOpened, customer, box, object: ["delivery", delivery], meta });
      } catch (error) {
        stored.stream.destroy();
        throw error;
      }
      const name = `Scan-${showDeliveryCode(code)}-${showBoxCode(box)}.pdf`;
      return { type: "application/pdf", name, bytes: stored };
    },
    { current: true },
  ),
  routeHandler(copies.removeCopy, async ({ db, change, actor, id, pictures }) => {
    const file = await change((tx) => removeCopy(tx, actor, id));
    await removeUnused(db, pictures, [file]);
  }),
];
