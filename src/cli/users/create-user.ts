import { maxCustomerCode, showCustomerCode } from "#rules/stock/box-code.ts";
import type { Database } from "#server/database/database.ts";
import { atTheMachine, record } from "#server/database/audit/audit.ts";
import { rightChange } from "#server/features/access/audit/mutations.ts";
import { createUser as create, givenOrNew } from "#server/features/access/users/mutations.ts";
import type { Archive } from "#cli/archive.ts";
import { type Command, CommandError, WrongUsage, parseInteger } from "#cli/command.ts";
import { sayTaken, showNewUser } from "./create-admin.ts";

interface CustomerUser {
  readonly email: string;
  readonly lastName: string;
  readonly firstName?: string | undefined;
  readonly password?: string | undefined;
  readonly customerCodes: readonly number[];
}

export const createUserCommand: Command = {
  summary: "Create a customer user, who sees the boxes of the given customers.",
  usage: "--email E --last-name N [--first-name F] [--password P] --customer CODE [--customer CODE ...]",
  options: {
    email: { type: "string", help: "the address to sign in with" },
    "last-name": { type: "string", help: "last name" },
    "first-name": { type: "string", help: "default: none" },
    password: { type: "string", help: "theirs for good; otherwise an initial one is generated and shown once" },
    customer: { type: "string", multiple: true, help: "number of a customer, may be given several times" },
  },
  prepare(args) {
    args.none();
    const codes = args.list("customer").map((code) => parseInteger(code, "--customer", 0, maxCustomerCode));
    const user = {
      email: args.email(),
      lastName: args.required("last-name"),
      firstName: args.optional("first-name"),
      password: args.password(),
      customerCodes: [...new Set(codes)],
    };
    if (codes.length === 0) throw new WrongUsage("--customer is missing: a customer user needs at least one customer.");
    return async ({ db, ...at }) => {
      const password = await createCustomerUser(db, user, at).catch(sayTaken(user.email));
      showNewUser("Customer user", user.email, password);
      return 0;
    };
  },
};

/** Makes a user for the given customers; answers the generated password where none was given. */
export async function createCustomerUser(
  db: Database,
  user: CustomerUser,
  { productTitle, providerName }: Pick<Archive, "productTitle" | "providerName">,
): Promise<string | null> {
  const userFields = { email: user.email, last_name: user.lastName, first_name: user.firstName ?? "" };
  const { plain, hash } = await givenOrNew(user.password, { ...userFields, productTitle, providerName });
  await db.write(async (tx) => {
    const codes = tx.selectFrom("customers").select(["id", "code"]).where("code", "in", user.customerCodes);
    const customers = await codes.execute();
    const unknownCodes = user.customerCodes.filter((code) => !customers.some((customer) => customer.code === code));
    if (unknownCodes.length > 0)
      throw new CommandError(`There is no customer ${unknownCodes.map(showCustomerCode).join(", ")}.`);
    const id = await create(tx, atTheMachine, userFields, { hash, initial: plain !== null });
    const assignments = customers.map((customer) => ({ customer_id: customer.id, user_id: id }));
    await tx.insertInto("customer_users").values(assignments).execute();
    await record(tx, atTheMachine, ...customers.map(({ code }) => rightChange(id, "customer", true, code)));
  });
  return plain;
}
