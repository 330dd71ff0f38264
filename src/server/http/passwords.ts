import { randomInt } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** Lets `atOnce` pieces of work run at once; the others wait, first come, first served. */
export function turns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/**
 * A flood of logins must not slow the other calls (product 8). Who has a turn only computes: transactions wait for
 * turns, so what runs in one must never wait for a connection.
 */
const hashTurn = turns(2);

const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hashTurn(() => hash(password, strength));
}

/** The hash of no password: an unknown name costs as much time as a wrong password. */
const nobody = hash(String(randomInt(2 ** 40)), strength);

/** Whether the password fits; `false` for an unknown user, after the same work. */
export function passwordFits(kept: string | undefined, password: string): Promise<boolean> {
  return hashTurn(async () => {
    const fits = await verify(kept ?? (await nobody), password);
    return fits && kept !== undefined;
  });
}

const letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"; // none that look alike on paper

/** A generated password of 12 characters, 70 bits, to be read out or copied. */
export function newPassword(): string {
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join("");
}
