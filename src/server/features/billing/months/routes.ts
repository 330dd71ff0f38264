import * as billing from "#contract/calls/billing/billing.ts";
import { berlinDay } from "#rules/dates.ts";
import { routeHandler } from "#server/http/answers.ts";
import { billedMonth, invoicePreview } from "./queries.ts";

export const billingRoutes = [
  routeHandler(billing.billedMonth, ({ db, scope, query, now }) =>
    billedMonth(db.read, scope, query.month, berlinDay(now())),
  ),
  routeHandler(billing.previewInvoice, ({ db, scope, id, query, now }) =>
    invoicePreview(db.read, scope, id, query.month, berlinDay(now())),
  ),
];
