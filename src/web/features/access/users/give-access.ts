import { editCustomer, getCustomer } from "#contract/calls/customers/customers.ts";
import { call } from "#web/api/call.ts";

/** Lets a user see a customer's boxes, beside those who do already. Throws a CallError where the customer's users have changed meanwhile. */
export async function giveAccess(customer: number, user: number): Promise<void> {
  const path = { id: customer };
  const { users = [] } = await call(getCustomer, { path, query: { query: "{users}" } });
  const before = users.map(({ id }) => id).sort((a, b) => a - b);
  if (before.includes(user)) return;
  await call(editCustomer, { path, body: { user_ids: [...before, user], before: { user_ids: before } } });
}
