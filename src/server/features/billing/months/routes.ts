import * as billing from "#contract/calls/billing/billing.ts";
import { billedMonthSheet } from "#contract/sheets/billing.ts";
import { monthOf } from "#rules/months.ts";
import { berlinDay } from "#rules/dates.ts";
import { answerSheet } from "#server/exports/answer-sheet.ts";
import { routeHandler } from "#server/http/answers.ts";
import { billedMonth, invoicePreview, monthToBill } from "./queries.ts";

export const billingRoutes = [
  routeHandler(billing.billedMonth, async ({ db, scope, query, now, config }) => {
    const { provider } = config;
    const month = query.month ?? (await monthToBill(db.read, scope, now(), provider));
    return billedMonth(db.read, scope, { month, today: berlinDay(now()), provider });
  }),
  answerSheet(billing.sheetOfMonth, {
    of: billing.billedMonth,
    sheet: billedMonthSheet,
    async *rows({ db, scope, query, now, config: { provider } }) {
      const month = query.month ?? (await monthToBill(db, scope, now, provider));
      const asked = { month, today: berlinDay(now), provider };
      yield (await billedMonth(db, scope, asked)).results;
    },
  }),
  routeHandler(billing.previewInvoice, ({ db, scope, id, query, now, config }) => {
    const { provider } = config;
    return invoicePreview(db.read, scope, id, {
      month: query.month ?? monthOf(now()),
      today: berlinDay(now()),
      provider,
    });
  }),
];
