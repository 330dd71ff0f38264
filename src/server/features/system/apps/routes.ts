import * as apps from "#contract/calls/system/apps.ts";
import { appFile } from "#contract/schemas/system/apps.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { openPackage, readPackageTicket, ticketFor } from "#server/android/offered-packages.ts";
import { routeHandler } from "#server/http/answers.ts";
import { badInput, notFound } from "#server/http/errors.ts";
import { listOfApps, packageOfApp } from "./queries.ts";

export const appRoutes = [
  routeHandler(apps.listApps, ({ db, scope, query, origin, ...call }) =>
    listOfApps(db.read, scope, call, origin, query),
  ),
  routeHandler(
    apps.appFile,
    async ({ db, scope, id, ...call }) => {
      const packageOffer = await packageOfApp(db.read, scope, id);
      const bytes = await openPackage(call, packageOffer, call.devices.desk);
      if (!bytes) throw notFound();
      return { type: appFile.reply, name: `${call.config.filePrefix}-${packageOffer.version}.apk`, bytes };
    },
    { current: true },
  ),
  routeHandler(apps.appTicket, async ({ db, scope, id, ...call }) => {
    const ticket = await ticketFor(call, await packageOfApp(db.read, scope, id));
    if (!ticket) throw notFound();
    return ticket;
  }),
  routeHandler(apps.appPackage, async ({ query, ...call }) => {
    const ticket = await readPackageTicket(call, query.ticket);
    if (!ticket || ticket.until < call.now().getTime()) throw badInput({ ticket: [refused.ticketEnded] });
    const bytes = await openPackage(call, ticket, ticket.address);
    if (!bytes) throw notFound();
    return { type: appFile.reply, name: `${call.config.filePrefix}-${ticket.version}.apk`, bytes };
  }),
];
