import * as services from "#contract/calls/paper/services.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { lastSeal } from "#server/database/seals/seal-days.ts";
import type { Scope } from "#server/database/scope.ts";
import { contentImages } from "#server/documents/content-images.ts";
import { print } from "#server/exports/print.ts";
import { routeHandler, type Call } from "#server/http/answers.ts";
import { refuseLost, rightTo } from "#server/http/downloads/picture-downloads.ts";
import { archiveListOf, boxesOverviewOf, picturesOf, seenCustomerCode } from "./queries.ts";

/** Says whether the caller may still see the customer. */
const mayStill =
  ({ db, id }: Pick<Call<typeof services.contentImages>, "db" | "id">) =>
  async (scope: Scope) =>
    (await seenCustomerCode(db.read, scope, id)) !== null;

export const listRoutes = [
  routeHandler(services.archiveList, async (call) => {
    const { data, customer } = await archiveListOf(call.db.read, call.scope, call.id, call.query);
    const about = { customer, meta: call.query, seal: await lastSeal(call.db.read) };
    return print(call, `${call.config.filePrefix}-Archivliste.pdf`, "archiveList", data, about);
  }),
  routeHandler(services.customerOverview, async (call) => {
    const { data, customer } = await boxesOverviewOf(call.db.read, call.scope, call.id, call.query);
    const about = { customer, meta: call.query, seal: await lastSeal(call.db.read) };
    return print(call, `${call.config.filePrefix}-Boxenübersicht.pdf`, "boxesOverview", data, about);
  }),
  routeHandler(
    services.contentImages,
    async (call) => {
      const { db, scope, id, query, pictures, config, record } = call;
      const { found, customer } = await picturesOf(db.read, scope, id, query);
      await refuseLost(pictures, found);
      await record({ kind: AuditKind.zipMade, customer, meta: { ...query, amount: found.length } });
      const checkRight = rightTo(call, mayStill(call));
      const bytes = contentImages(found, async function* ({ sha256 }) {
        await checkRight();
        yield* pictures.pieces(sha256);
      });
      return { type: "application/zip", name: `${config.filePrefix}-Inhaltsbilder.zip`, bytes };
    },
    { current: true },
  ),
];
