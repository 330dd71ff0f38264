import { expect, test } from "vitest";
import { fullRoute } from "#contract/all.ts";
import { login, logout } from "#contract/calls/access/session.ts";
import { listUsers } from "#contract/calls/access/users.ts";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import type { Route } from "#contract/route.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { Refusal } from "#server/http/errors.ts";
import { admit } from "./admission.ts";

const person = { userId: 1, isStaff: true, initPassword: false, lacksFactor: false, customerIds: [] };
const scopeOf = (of: Partial<typeof person>) => ({ ...person, ...of }) as unknown as Scope;
const nothing = {} as Reader; // none of the reasons but the handler's own asks the database

/** The name and the text of why a call is refused; null where it is not. */
const reasonOf = (route: Route, scope: Scope | null, mayCall?: () => Promise<boolean>, token = "") =>
  admit({ route: fullRoute(route), ...(mayCall && { admit: mayCall }) }, { scope, token }, nothing).then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? [error.code, JSON.stringify(error.body)] : error),
  );
const says = ({ code, message }: { code: string; message: string }) => [
  code,
  JSON.stringify({ non_field_errors: [message] }),
];

test("an open call asks nobody who they are, and any other one wants a living session", async () => {
  expect(await reasonOf(login, null)).toBeNull();
  expect(await reasonOf(listBoxes, null)).toEqual(["signed_out", expect.any(String)]);
});

test("whoever has an initial password may change it and leave, and nothing else", async () => {
  const scope = scopeOf({ initPassword: true });
  expect(await reasonOf(listBoxes, scope)).toEqual(says(refused.passwordFirst));
  expect(await reasonOf(logout, scope)).toBeNull();
});

test("the password comes before the second factor, and both before what the role forbids", async () => {
  const customerUser = { isStaff: false, lacksFactor: true };
  expect(await reasonOf(listUsers, scopeOf({ ...customerUser, initPassword: true }))).toEqual(
    says(refused.passwordFirst),
  );
  expect(await reasonOf(listUsers, scopeOf(customerUser))).toEqual(says(refused.secondFactorFirst));
  expect(await reasonOf(listUsers, scopeOf({ isStaff: false }))).toEqual(["staff_only", expect.any(String)]);
  expect(await reasonOf(listUsers, scopeOf({}))).toBeNull();
});

test("a handler's own condition is asked last, and only of those whom nothing else refuses", async () => {
  let questions = 0;
  const never = async () => (questions++, false);
  expect(await reasonOf(listUsers, scopeOf({ isStaff: false }), never)).toEqual(["staff_only", expect.any(String)]);
  expect(questions).toBe(0);
  expect(await reasonOf(listUsers, scopeOf({}), never)).toEqual(says(refused.noRight));
});
