import * as printers from "#contract/calls/paper/printers.ts";
import { printerQueues } from "#server/database/messages/print-messages.ts";
import { routeHandler } from "#server/http/answers.ts";

export const printerRoutes = [
  routeHandler(printers.listPrinters, async ({ db, config }) => {
    const names = config.labelPrinters.map(({ name }) => name);
    return { results: await printerQueues(db.read, names) };
  }),
];
