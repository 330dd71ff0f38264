import * as billing from "#contract/calls/billing/billing.ts";
import { monthOf } from "#rules/months.ts";
import { berlinDay } from "#rules/dates.ts";
import { routeHandler } from "#server/http/answers.ts";
import { billedMonth, invoicePreview } from "./queries.ts";

export const billingRoutes = [
  routeHandler(billing.billedMonth, ({ db, scope, query, now }) => {
    const today = berlinDay(now());
    return billedMonth(db.read, scope, query.month ?? monthOf(now()), today);
  }),
  routeHandler(billing.previewInvoice, ({ db, scope, id, query, now }) => {
    const today = berlinDay(now());
    return invoicePreview(db.read, scope, id, query.month ?? monthOf(now()), today);
  }),
];
