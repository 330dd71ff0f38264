import { scanPack } from "#contract/calls/scanning/scan-pack.ts";
import { routeHandler } from "#server/http/answers.ts";
import { packFor } from "./queries.ts";

export const scanPackRoutes = [
  // current: where a standby took over, it and the other standbys do not know so at the same moment
  routeHandler(scanPack, ({ db, scope, query }) => packFor(db.read, scope, query), {
    tag: ({ cursor }) => cursor,
    current: true,
  }),
];
