import * as customers from "#contract/calls/customers.ts";
import { answer, answerChange } from "#server/http/answers.ts";
import { createCustomer, deleteCustomer, editCustomer } from "./mutations.ts";
import { customerById, listOfCustomers } from "./queries.ts";

export const customerRoutes = [
  answer(customers.listCustomers, ({ db, scope, query }) => listOfCustomers(db.read, scope, query)),
  answer(customers.getCustomer, ({ db, scope, id }) => customerById(db.read, scope, id)),
  answer(customers.createCustomer, async ({ db, scope, actor, body }) => {
    const id = await db.write((tx) => createCustomer(tx, actor, body));
    return customerById(db.read, scope, id);
  }),
  answerChange(
    customers.editCustomer,
    ({ db, actor, id, body }) => db.write((tx) => editCustomer(tx, actor, id, body)),
    ({ db, scope, id }) => customerById(db.read, scope, id),
  ),
  answer(customers.deleteCustomer, ({ db, actor, id }) => db.write((tx) => deleteCustomer(tx, actor, id))),
];
