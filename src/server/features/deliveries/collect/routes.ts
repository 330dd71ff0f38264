import { collectList, listCollect } from "#contract/calls/deliveries/deliveries.ts";
import { print } from "#server/exports/print.ts";
import { routeHandler } from "#server/http/answers.ts";
import { collectListData, pageOfCollect } from "./queries.ts";

export const collectRoutes = [
  routeHandler(listCollect, ({ db, scope, query, now }) => pageOfCollect(db.read, scope, query, now())),
  routeHandler(collectList, async (call) => {
    const data = await collectListData(call.db.read, call.scope, call.now());
    return print(call, `${call.config.filePrefix}-Sammelliste.pdf`, "collectList", data, {});
  }),
];
