import { randomInt } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { normalPassword, writtenAs } from "#rules/access/passwords.ts";
import { outsideTransaction } from "#server/database/outside-transaction.ts";
import { oldPasswordFits, readOldPassword } from "./old-passwords.ts";
import { semaphore } from "#server/http/waiting/semaphore.ts";

declare const hashBrand: unique symbol;

/** A password as it is kept. Only `hashPassword` makes one, outside of transactions; who has none has `noPassword`. */
export type PasswordHash = string & { readonly [hashBrand]: true };

/** Stored value for a user without a password. No password fits, after the same work as for a wrong one. */
export const noPassword = "none" as PasswordHash;

/** A flood of logins must not slow the other calls (product 8): two hash at once, whoever wants it in turn. */
const hashTurn = semaphore(2);

const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password; `who` waits in one line with all that they want hashed. */
export async function hashPassword(password: string, who = ""): Promise<PasswordHash> {
  outsideTransaction();
  return (await hashTurn(who, () => hash(normalPassword(password), strength))) as PasswordHash;
}

/** The hash of no password: an unknown name costs as much time as a wrong password. */
const nobody = hash(String(randomInt(2 ** 40)), strength);

/**
 * Says whether the password fits; `false` for an unknown user, after the same work. As long as somebody has a password of the system before, that takes
 * `oldRounds` more, whoever it is.
 */
export async function passwordFits(
  kept: string | undefined,
  password: string,
  who = "",
  oldRounds = 0,
): Promise<boolean> {
  outsideTransaction();
  return hashTurn(who, async () => {
    const old = readOldPassword(kept ?? "");
    const isSet = kept !== undefined && kept !== noPassword && old === null;
    const storedHash = isSet ? kept : await nobody;
    for (const spelling of writtenAs(password)) {
      const [fits, fitsOld] = [await verify(storedHash, spelling), await oldPasswordFits(old, spelling, oldRounds)];
      if (fits || fitsOld) return isSet || fitsOld;
    }
    return false;
  });
}

const letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"; // none that look alike on paper

/** A generated password of 12 characters, 70 bits, to be read out or copied; and what is kept of it. */
export async function newPassword(who?: string): Promise<{ plain: string; hash: PasswordHash }> {
  const plain = Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join("");
  return { plain, hash: await hashPassword(plain, who) };
}
