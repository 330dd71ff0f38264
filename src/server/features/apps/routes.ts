import * as apps from "#contract/calls/apps.ts";
import { appFile } from "#contract/schemas/apps.ts";
import { answer } from "#server/http/answers.ts";
import { notFound } from "#server/http/errors.ts";
import { listOfApps, packageOfApp } from "./queries.ts";

export const appRoutes = [
  answer(apps.listApps, ({ db, scope, packages, origin, query }) =>
    listOfApps(db.read, scope, packages, origin, query),
  ),
  answer(apps.appFile, async ({ db, scope, id, config, packages }) => {
    const { version, file } = await packageOfApp(db.primary, scope, id);
    const bytes = await packages.open(file);
    if (!bytes) throw notFound();
    return { type: appFile.reply, name: `${config.filePrefix}-${version}.apk`, bytes };
  }),
];
