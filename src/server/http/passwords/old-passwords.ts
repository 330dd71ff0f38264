import { pbkdf2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** A password as the system before kept it (decision 192). */
export interface OldPassword {
  readonly rounds: number;
  readonly salt: string;
  readonly digest: Buffer;
}

/** What kept it may ask of this machine: about a second. Django asks for 1,200,000 in 2026. */
export const mostRounds = 3_000_000;
const length = 32; // bytes of SHA-256
const shape = /^pbkdf2_sha256\$([1-9]\d{0,6})\$([^$]{1,128})\$([A-Za-z\d+/]{43}=)$/;

/** Reads `pbkdf2_sha256$rounds$salt$digest`; null for anything else, and for more rounds than `mostRounds`. */
export function readOldPassword(kept: string): OldPassword | null {
  const [, rounds = "", salt = "", digest = ""] = shape.exec(kept) ?? [];
  if (digest === "" || Number(rounds) > mostRounds) return null;
  return { rounds: Number(rounds), salt, digest: Buffer.from(digest, "base64") };
}

const derive = promisify(pbkdf2);
/** Nobody's: its digest is none of a password. */
const nobodysWith = (rounds: number): OldPassword => ({ rounds, salt: "nobody", digest: Buffer.alloc(length) });

/** Whether a typed password is the one that was kept; false where none was, after as much work as `rounds` are. */
export async function oldPasswordFits(old: OldPassword | null, typed: string, rounds: number): Promise<boolean> {
  const compared = old ?? nobodysWith(rounds);
  if (compared.rounds === 0) return false;
  const derived = await derive(typed, compared.salt, compared.rounds, length, "sha256");
  return timingSafeEqual(derived, compared.digest) && old !== null;
}
