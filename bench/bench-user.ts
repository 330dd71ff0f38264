import { atTheMachine } from "#server/database/audit/audit.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { createUser } from "#server/features/access/users/mutations.ts";
import { newPassword } from "#server/http/passwords/passwords.ts";
import { openSession } from "#server/http/session.ts";

interface BenchUser {
  readonly email?: string;
  readonly isStaff?: boolean;
  /** Optional step for anything else that the user needs. */
  readonly also?: (tx: Transaction, id: number) => Promise<unknown>;
}

/** The token of a new user who measures. */
export async function benchToken(db: Database, user: BenchUser = {}): Promise<string> {
  const { email = "bench@example.com", isStaff = true, also } = user;
  const { hash } = await newPassword();
  return db.write(async (tx) => {
    const person = { email, last_name: "Bench", is_staff: isStaff };
    const id = await createUser(tx, atTheMachine, person, { hash, initial: false });
    await also?.(tx, id);
    return openSession(tx, id);
  });
}
