import * as calls from "#contract/calls/search/search.ts";
import { searchSheet } from "#contract/sheets/search.ts";
import { columnsFor } from "#rules/lists/sheet.ts";
import { sheetOf } from "#server/exports/answer-sheet.ts";
import { routeHandler } from "#server/http/answers.ts";
import { rowsOfSearch, search } from "./queries.ts";

export const searchRoutes = [
  routeHandler(calls.search, ({ db, scope, query }) => search(db.search, scope, query)),
  routeHandler(calls.sheetOfSearch, async (call) => {
    const { db, scope, query } = call;
    const rows = await db.snapshot((reader) => rowsOfSearch(reader, scope, query));
    const columns = columnsFor(searchSheet, scope.isStaff);
    return sheetOf(call, { ...searchSheet, columns }, { customer: query.customer, rows, ...query });
  }),
];
