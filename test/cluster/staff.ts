import { atTheMachine } from "#server/database/audit/audit.ts";
import { type Connection, Database } from "#server/database/database.ts";
import { createUser } from "#server/features/access/users/mutations.ts";
import { hashPassword } from "#server/http/passwords/passwords.ts";
import { admin, signIn } from "#test/faults/product.ts";

/** Makes so many staff users and signs them in: one alone would wait for their own calls. */
export async function hireStaff(url: string, place: Connection, amount: number): Promise<readonly string[]> {
  const db = new Database(place, { sizes: { reading: 1, writing: 1 } });
  const hash = await hashPassword(admin.password);
  const tokens = [];
  for (let number = 1; number <= amount; number++) {
    const user = {
      email: `lager${number}@example.com`,
      first_name: "Lager",
      last_name: String(number),
      is_staff: true,
    };
    await db.write((tx) => createUser(tx, atTheMachine, user, { hash, initial: false }));
    tokens.push(await signIn(url, { ...admin, email: user.email }));
  }
  await db.close();
  return tokens;
}
