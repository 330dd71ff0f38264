import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseAccount, commandAs } from "#server/postgres/account.ts";
import { clearAddress } from "#server/postgres/address.ts";
import { findBinaries, programIn } from "#server/postgres/binaries.ts";
import { startEmbedded } from "#server/postgres/embedded.ts";
import { askDatabase, endOf, freePort, Product, until } from "./product.ts";
import { type Outcome, Workplace } from "./workplace.ts";

const library = ["x86_64-linux-gnu", "aarch64-linux-gnu"]
  .map((system) => `/usr/lib/${system}/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file));
/** As when somebody sets the clock, or it is found to be wrong: forward past every age in the product, and back behind what is written. */
const jumps = { "+2h": 7200, "-3h": -10_800, "+26h": 93_600, "-1d": -86_400, "+0": 0 }; // s

/** Why no clock can be set here. */
export const whyNoClock = () => (library ? null : "there is no libfaketime (apt-get install faketime)");

/** Server and database run on a clock that jumps; the machine's own is left alone. */
export async function jumpClock({ folder }: { folder: string }): Promise<Outcome> {
  const clock = join(folder, "clock");
  const set = (offset: string) => {
    writeFileSync(`${clock}.new`, `${offset}\n`, { mode: 0o644 });
    renameSync(`${clock}.new`, clock);
  };
  set("+0");
  const env = {
    LD_PRELOAD: library ?? "",
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: "1",
    DONT_FAKE_MONOTONIC: "1", // that one does not jump when a clock is set
  };
  const database = await startDatabase(join(folder, "clockwork"), env);
  const { host, port, user, database: name } = database.place;
  const url = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`;
  const settings = { env: { ...env, DATABASE_URL: url }, database: database.place };
  const product = new Product(folder, await freePort(), settings);
  try {
    const at = await Workplace.open(product);
    const outcome = await at.during(async () => {
      for (const [jump, seconds] of Object.entries(jumps)) {
        set(jump);
        await until(`all of it is ${jump}`, async () =>
          (await offsets(product)).every((off) => Math.abs(off - seconds) < 60),
        );
        await at.goesOn();
      }
      return `set to ${Object.keys(jumps).join(", ")}`;
    });
    return { ...outcome, said: `${outcome.said}; ${await product.check("--deep")}` };
  } finally {
    await product.discard();
    await database.stop();
  }
}

/** By how many seconds the server and its database are ahead of this process. */
async function offsets(product: Product): Promise<number[]> {
  const clock = "select extract(epoch from clock_timestamp())::text as now";
  const [database] = await askDatabase<{ now: string }>(product.connection, clock);
  const { headers } = await fetch(`${product.url}/healthz`);
  const shown = [Number(database?.now) * 1000, Date.parse(headers.get("date") ?? "")];
  return shown.map((moment) => (moment - Date.now()) / 1000);
}

/** A PostgreSQL on its own, which the server knows by its URL: the embedded one takes no foreign library along. */
async function startDatabase(folder: string, env: Record<string, string>) {
  mkdirSync(folder);
  const first = await startEmbedded({ dataDir: folder });
  await first.stop();
  const host = mkdtempSync(join(tmpdir(), "magazin-clock-"));
  const program = programIn(findBinaries(), "postgres");
  const account = chooseAccount(program, [folder, host.slice(0, host.lastIndexOf("/"))]);
  const place = { ...first.connection, host, port: 5432 };
  clearAddress(place, account);
  const args = ["-D", join(folder, "postgres"), "-k", host, "-c", "listen_addresses="];
  const log = openSync(join(folder, "postgres.log"), "a");
  const stdio = ["ignore" as const, log, log];
  const child = spawn(...commandAs(account, program, args), {
    ...account.ids,
    cwd: "/",
    env: { ...env, LC_ALL: "C" },
    stdio,
  });
  const stop = async () => {
    child.kill("SIGINT");
    await endOf(child);
    rmSync(host, { recursive: true, force: true });
  };
  return { place, stop };
}
