import { randomInt } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

const atOnce = 2; // a flood of logins must not slow the other calls (product 8)
const waiting: (() => void)[] = [];
let running = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, strength));
}

/** The hash of no password: an unknown name costs as much time as a wrong password. */
const nobody = hash(String(randomInt(2 ** 40)), strength);

/** Whether the password fits; `false` for an unknown user, after the same work. `before` runs when its turn has come. */
export function passwordFits(
  kept: string | undefined,
  password: string,
  before?: () => Promise<void>,
): Promise<boolean> {
  return inTurn(async () => {
    await before?.();
    const fits = await verify(kept ?? (await nobody), password);
    return fits && kept !== undefined;
  });
}

const letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"; // none that look alike on paper

/** A generated password of 12 characters, 70 bits, to be read out or copied. */
export function newPassword(): string {
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join("");
}
