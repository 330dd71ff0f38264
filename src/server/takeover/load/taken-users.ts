import { normalEmail } from "#rules/access/users.ts";
import type { BulkLoad } from "#server/database/sql/load-much.ts";
import { noPassword } from "#server/http/passwords/passwords.ts";
import type { PlannedRows, TakeoverPlan } from "#server/takeover/plan/planned-rows.ts";
import { CopyLines } from "./copy-lines.ts";
import { LoadRefused } from "./load-refused.ts";
import type { TakenSums } from "./taken-sums.ts";

/** What is kept of a user's password, and whether it is one that they are asked to replace. */
export interface TakenPassword {
  readonly hash: string;
  readonly initial: boolean;
}

/** A user who has another id here, because the one of the old system was taken. */
export interface ShiftedUser {
  readonly email: string;
  readonly from: number;
  readonly to: number;
}

interface OwnUser {
  readonly id: number;
  readonly email: string;
  readonly is_staff: boolean;
}

/** Whom the users of the plan became: by their ids there those here, and who has another one. */
export interface TakenUsers {
  readonly ids: ReadonlyMap<number, number>;
  readonly shifted: readonly ShiftedUser[];
  /** Ids here of those who had no account here and have no password. */
  readonly without: readonly number[];
}

/**
 * Writes the users and whose they are. An account that is there stays as it is: who has its e-mail is the same person, and who has its id
 * gets the next free one, as entries about that account name its id.
 * @throws LoadRefused where somebody is staff in one of both only
 */
export async function loadUsers(
  loading: BulkLoad,
  plan: TakeoverPlan,
  passwords: ReadonlyMap<string, TakenPassword>,
  sums: TakenSums,
): Promise<TakenUsers> {
  const planned: PlannedRows["users"][] = [];
  for await (const user of plan.rowsOf("users")) planned.push(user);
  const own = await loading.query<OwnUser>("select id, email, is_staff from users order by id");
  const ids = placeUsers(planned, own);
  const lines = new CopyLines(loading, {
    users:
      "id, email, first_name, last_name, gender, phone1, phone2, is_staff, init_password, last_login, password_hash",
    customer_users: "customer_id, user_id",
  });
  const known = new Set(own.map(({ email }) => email));
  const shifted: ShiftedUser[] = [];
  const without: number[] = [];
  if (own.length > 0) sums.add("Users", own.length);
  for (const user of planned) {
    const email = normalEmail(user.email);
    const id = ids.get(user.id) ?? user.id;
    for (const customer of user.customers) lines.add("customer_users", customer, id);
    if (user.customers.length > 0) sums.add("Kundenzugänge", user.customers.length);
    if (id !== user.id) shifted.push({ email, from: user.id, to: id });
    if (known.has(email)) continue;
    sums.add("Users");
    if (!passwords.has(email)) without.push(id);
    const { hash, initial } = passwords.get(email) ?? { hash: noPassword, initial: user.init_password };
    const { first_name, last_name, gender, phone1, phone2, is_staff, last_login } = user;
    lines.add("users", id, email, first_name, last_name, gender, phone1, phone2, is_staff, initial, last_login, hash);
  }
  await lines.write();
  return { ids, shifted, without };
}

function placeUsers(planned: readonly PlannedRows["users"][], own: readonly OwnUser[]): Map<number, number> {
  const byEmail = new Map(own.map((user) => [user.email, user]));
  const taken = new Set(own.map(({ id }) => id));
  let next = Math.max(0, ...taken, ...planned.map(({ id }) => id)) + 1;
  const ids = new Map<number, number>();
  for (const { id, email, is_staff } of planned) {
    const same = byEmail.get(normalEmail(email));
    if (same && same.is_staff !== is_staff)
      throw new LoadRefused(
        `${same.email} gehört ${same.is_staff ? "hier" : "im früheren System"} zum Personal und ${same.is_staff ? "im früheren System" : "hier"} nicht.`,
      );
    ids.set(id, same?.id ?? (taken.has(id) ? next++ : id));
  }
  return ids;
}
