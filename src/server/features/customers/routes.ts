import * as customers from "#contract/calls/customers.ts";
import { answer } from "#server/http/answers.ts";
import { createCustomer, deleteCustomer, editCustomer } from "./mutations.ts";
import { customerById, listOfCustomers } from "./queries.ts";

export const customerRoutes = [
  answer(customers.listCustomers, ({ db, scope, query }) => listOfCustomers(db.read, scope, query)),
  answer(customers.getCustomer, ({ db, scope, id }) => customerById(db.read, scope, id)),
  answer(customers.createCustomer, async ({ db, scope, actor, body }) => {
    const id = await db.write((tx) => createCustomer(tx, actor, body));
    return customerById(db.read, scope, id);
  }),
  answer(customers.editCustomer, async ({ db, scope, actor, id, body }) => {
    await db.write((tx) => editCustomer(tx, actor, id, body));
    return customerById(db.read, scope, id);
  }),
  answer(customers.deleteCustomer, ({ db, actor, id }) => db.write((tx) => deleteCustomer(tx, actor, id))),
];
