import * as priceLists from "#contract/calls/billing/price-lists.ts";
import { berlinDay } from "#rules/dates.ts";
import { answerChange, routeHandler } from "#server/http/answers.ts";
import { createPriceList, deletePriceList, editPriceList, setPrice } from "./mutations.ts";
import { allPriceLists, priceListById } from "./queries.ts";

export const priceListRoutes = [
  routeHandler(priceLists.listPriceLists, async ({ db, scope }) => ({ results: await allPriceLists(db.read, scope) })),
  routeHandler(priceLists.createPriceList, ({ change, scope, actor, body }) =>
    change(
      (tx) => createPriceList(tx, actor, body),
      (db, made) => priceListById(db, scope, made),
    ),
  ),
  answerChange(
    priceLists.editPriceList,
    ({ id, actor, body }, commit) => commit((tx) => editPriceList(tx, actor, id, body)),
    ({ db, scope, id }) => priceListById(db, scope, id),
  ),
  answerChange(
    priceLists.setPrice,
    ({ id, actor, body, now }, commit) => commit((tx) => setPrice(tx, actor, id, body, berlinDay(now()))),
    ({ db, scope, id }) => priceListById(db, scope, id),
  ),
  routeHandler(priceLists.deletePriceList, ({ change, actor, id }) => change((tx) => deletePriceList(tx, actor, id))),
];
