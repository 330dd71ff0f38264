import * as addresses from "#contract/calls/customers/addresses.ts";
import { answerChange, routeHandler } from "#server/http/answers.ts";
import { createAddress, deleteAddress, editAddress } from "./mutations.ts";
import { addressById, addressesOf } from "./queries.ts";

export const addressRoutes = [
  routeHandler(addresses.listAddresses, async ({ db, scope, id }) => ({
    results: await addressesOf(db.read, scope, id),
  })),
  routeHandler(addresses.createAddress, ({ change, scope, actor, id, body }) =>
    change(
      (tx) => createAddress(tx, actor, id, body),
      (db, made) => addressById(db, scope, made),
    ),
  ),
  answerChange(
    addresses.editAddress,
    ({ actor, id, body }, commit) => commit((tx) => editAddress(tx, actor, id, body)),
    ({ db, scope, id }) => addressById(db, scope, id),
  ),
  routeHandler(addresses.deleteAddress, ({ change, actor, id }) => change((tx) => deleteAddress(tx, actor, id))),
];
