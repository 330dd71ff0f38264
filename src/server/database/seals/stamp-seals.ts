import { sql } from "kysely";
import { askForStamp, readStamp } from "#server/certificates/time-stamp.ts";
import type { Database, Reader } from "#server/database/database.ts";
import { selectList } from "#server/database/sql/json.ts";

/**
 * Has the newest seal stamped by an authority for time stamps (RFC 3161), where it is not: it is over all seals before it. Answers whether
 * it did. Nothing is held while the authority is asked; of two servers that ask, one is kept.
 * @throws Error with what is wrong, for the operator; the next round asks again.
 */
export async function stampNewestSeal(db: Database, authority: string, ending: AbortSignal): Promise<boolean> {
  const { rows } = await sql<{ number: number; hash: Buffer }>`
    select number, hash from seals s where number = (select max(number) from seals)
      and not exists (select from seal_stamps where seal = s.number)`.execute(db.read);
  const [seal] = rows;
  if (!seal) return false;
  const { at, reply } = await askForStamp(authority, seal.hash, ending);
  await db.write((tx) =>
    tx
      .insertInto("seal_stamps")
      .values({ seal: seal.number, at: at.toISOString(), reply })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return true;
}

interface StampRow {
  seal: number;
  at: string;
  reply: Buffer;
  hash: Buffer | null;
}

const stampRow = selectList<StampRow>({ seal: "t.seal", at: "t.at", reply: "t.reply", hash: "s.hash" });

/** Returns the number of stamped seals, and a sentence for each stamp that is not of its seal. */
export async function stampFaults(
  db: Reader,
): Promise<{ readonly stamps: number; readonly faults: readonly string[] }> {
  const { rows } = await sql<StampRow>`
    select ${stampRow} from seal_stamps t left join seals s on s.number = t.seal order by 1`.execute(db);
  const faults = rows.flatMap(({ seal, at, reply, hash }) => {
    try {
      const stamp = readStamp(reply);
      const isRight = hash !== null && stamp.hash.equals(hash) && stamp.at.getTime() === new Date(at).getTime();
      return isRight ? [] : [`the time stamp of seal ${seal} is not of this seal`];
    } catch (error) {
      return [`the time stamp of seal ${seal} cannot be read: ${(error as Error).message}`];
    }
  });
  return { stamps: rows.length, faults };
}
