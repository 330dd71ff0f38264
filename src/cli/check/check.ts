import { showBoxCode } from "#rules/stock/box-code.ts";
import type { Database } from "#server/database/database.ts";
import { sweepPictures } from "#server/features/stock/images/mutations.ts";
import type { PictureStore } from "#server/storage/pictures.ts";
import type { Command } from "#cli/command.ts";
import { sayFaults } from "#server/database/seals/names.ts";
import { proveTaken } from "#server/database/seals/taken-entries.ts";
import { stampFaults } from "#server/database/seals/stamp-seals.ts";
import { verifyHistory } from "#server/database/seals/verify-history.ts";
import { checks } from "./checks.ts";
import { proveBackup, proveSealed } from "./check-backup.ts";
import { proveNothingLeft, provePictures, underWay } from "./checks-pictures.ts";
import type { Check, Finding, Proof } from "./proof.ts";

const listLimit = 20;

export const check: Command = {
  summary:
    "Recount all counters and prove the rules of boxes, places, history, deliveries and pictures. Exit code 1 when something is wrong.",
  usage: "[--deep] [--fix]",
  options: {
    deep: { type: "boolean", help: "read every picture and compare every byte of it, not only its length" },
    fix: { type: "boolean", help: "remove files that belong to no picture, as the server does every hour" },
  },
  asItIs: true, // what is looked at must not change by that
  prepare(args) {
    args.none();
    const [deep, fix] = [args.flag("deep"), args.flag("fix")];
    return async ({ db, stores: { pictures }, backsUpSecrets }) => {
      const before = new Date(Date.now() - underWay);
      if (fix)
        console.log(`Removed ${await sweepPictures(db, pictures, { before })} files that belonged to no picture.`);
      let [proofs, left] = [0, 0];
      const report = (proof: Proof) => {
        if (proof.warning === "left") left += proof.violations;
        if (!proof.warning) proofs++;
        say(proof);
      };
      const findings = await runChecks(db, report, { pictures, deep, now: new Date() });
      report(await proveBackup(db, new Date()));
      report(proveSealed(backsUpSecrets));
      const also = left > 0 ? ` ${left.toLocaleString("en")} files are left over: --fix removes ours.` : "";
      if (findings.length > 0) console.log(`\n${findings.length} of ${proofs} proofs failed.${also}`);
      else console.log(`\nAll ${proofs} proofs hold.${also}`);
      return findings.length > 0 ? 1 : 0;
    };
  },
};

function say({ name, over, checked, violations, first, seconds, warning }: Proof): void {
  const count = violations === 0 ? "ok" : `${violations.toLocaleString("en")} ${warning ?? "WRONG"}`;
  console.log(`${count.padEnd(8)} ${name} (${checked.toLocaleString("en")} ${over}, ${seconds.toFixed(1)} s)`);
  for (const line of first) console.log(`           ${line}`);
  if (violations > first.length) console.log(`           and ${(violations - first.length).toLocaleString("en")} more`);
}

type Query = <Row extends object>(sql: string) => Promise<Row[]>;

/** The files on disk, and whether every byte of them is read. */
interface OnDisk {
  readonly pictures: PictureStore;
  readonly deep: boolean;
  readonly now: Date;
}

/**
 * Carries out every proof on one snapshot of the database, and those about the files on disk where they are given, reporting
 * `report` of each; answers those that failed.
 */
export async function runChecks(
  db: Database,
  report: (proof: Proof) => void = () => {},
  disk?: OnDisk,
): Promise<Finding[]> {
  const findings = await proveAll(db, report);
  const history = await proveHistory(db);
  report(history);
  if (history.violations > 0) findings.push(history);
  if (!disk) return findings;
  const pictureFindings = await provePictures(db, disk.pictures, disk.deep);
  report(pictureFindings);
  report(await proveNothingLeft(db, disk.pictures, disk.now));
  return pictureFindings.violations > 0 ? [...findings, pictureFindings] : findings;
}

async function proveAll(db: Database, report: (proof: Proof) => void): Promise<Finding[]> {
  const client = await db.pools.reading.connect();
  const query: Query = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
  const counts = new Map<string, number>();
  const findings: Finding[] = [];
  try {
    await query("begin isolation level repeatable read read only");
    await query("set local work_mem = '128MB'");
    for (const each of checks) {
      const proof = await prove(query, each, counts);
      report(proof);
      if (proof.violations > 0 && !proof.warning) findings.push(proof);
    }
    return findings;
  } finally {
    await query("rollback").catch(() => []);
    client.release();
  }
}

interface Violation {
  readonly code: string | null;
  readonly what: string | null;
}

/** Carries out one proof. `counts` remembers how many rows the tables have. */
export async function prove(
  query: Query,
  { name, over, sql, warning }: Check,
  counts = new Map<string, number>(),
): Promise<Proof> {
  const start = performance.now();
  const total = counts.get(over) ?? Number((await query<{ n: number }>(`select count(*) as n from ${over}`))[0]?.n);
  counts.set(over, total);
  const [found] = await query<{ n: number; violations: Violation[] }>(
    `with violations as materialized (${sql})
     select (select count(*) from violations) as n, (select coalesce(json_agg(v), '[]') from
       (select code, what from violations order by code, what limit ${listLimit}) v) as violations`,
  );
  const first = (found?.violations ?? []).map(({ code, what }) => (code ? `${showBoxCode(code)}: ${what}` : `${what}`));
  const seconds = (performance.now() - start) / 1000;
  return { name, over, checked: total, violations: Number(found?.n), first, seconds, ...(warning && { warning }) };
}

/** Every entry and every seal of the history is what was written, and every time stamp is of its seal. */
async function proveHistory(db: Database): Promise<Proof> {
  const start = performance.now();
  const { entries, faults, first } = await verifyHistory(db);
  const stamps = await stampFaults(db.read);
  const taken = await proveTaken(db.read);
  return {
    name: "history proves itself, entry by entry and seal by seal",
    over: "history",
    checked: entries,
    violations: faults + stamps.faults.length + taken.faults.length,
    first: [...(await sayFaults(db.read, [...first, ...taken.faults].slice(0, listLimit))), ...stamps.faults],
    seconds: (performance.now() - start) / 1000,
  };
}
