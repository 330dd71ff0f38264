import { hashPassword } from "#server/http/passwords/passwords.ts";

const hashes = new Map<string, Promise<string>>();

/** A real hash, which is slow on purpose: computed once for a password, however many users have it. */
export function hashOnce(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, known);
  return known;
}
