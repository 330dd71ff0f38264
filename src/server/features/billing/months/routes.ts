import * as billing from "#contract/calls/billing/billing.ts";
import { billedMonthSheet } from "#contract/sheets/billing.ts";
import { monthOf } from "#rules/months.ts";
import { berlinDay } from "#rules/dates.ts";
import { answerSheet } from "#server/exports/answer-sheet.ts";
import { routeHandler } from "#server/http/answers.ts";
import { billedMonth, invoicePreview } from "./queries.ts";

export const billingRoutes = [
  routeHandler(billing.billedMonth, ({ db, scope, query, now }) => {
    const today = berlinDay(now());
    return billedMonth(db.read, scope, query.month ?? monthOf(now()), today);
  }),
  answerSheet(billing.sheetOfMonth, {
    of: billing.billedMonth,
    sheet: billedMonthSheet,
    async *rows({ db, scope, query, now }) {
      yield (await billedMonth(db, scope, query.month ?? monthOf(now), berlinDay(now))).results;
    },
  }),
  routeHandler(billing.previewInvoice, ({ db, scope, id, query, now }) => {
    const today = berlinDay(now());
    return invoicePreview(db.read, scope, id, query.month ?? monthOf(now()), today);
  }),
];
