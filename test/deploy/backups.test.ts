import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { bareEnvironment } from "#test/support/system-programs.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db, connection } = await testDatabase();
const { a, dataDir } = await testServer(db);
const folder = mkdtempSync(join(tmpdir(), "magazin-drill-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The lines of a page that a person types, in one shell; a line that fails ends it. */
const linesOf = (page: string) =>
  [...readFileSync(`docs/operations/${page}.md`, "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .map(([, lines = ""]) => lines)
    .join("")
    .replaceAll("/mnt/backups", join(folder, "backups"))
    .replaceAll("/var/tmp/magazin-drill", join(folder, "drill"));

function follow(page: string, env: Record<string, string>): Promise<{ code: number; said: string }> {
  writeFileSync(
    join(folder, "magazin"),
    `#!/bin/sh\nexec "${process.execPath}" "${join(process.cwd(), "src/cli/main.ts")}" "$@"\n`,
  );
  chmodSync(join(folder, "magazin"), 0o755);
  const options = { cwd: folder, env: bareEnvironment({ PATH: `${folder}:${process.env["PATH"]}`, ...env }) };
  return new Promise((done) => {
    execFile("sh", ["-ec", linesOf(page)], options, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, said: out + err }),
    );
  });
}

expensive("two pages of commands run line by line")(
  "who follows the pages on backing up and restoring line by line has the archive on another machine",
  async () => {
    for (let count = 0; count < 3; count++) await a.image();
    const { host, port, user, database } = connection;
    const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
    const backedUp = await follow("backing-up", { DATABASE_URL: url, DATA_DIR: dataDir });
    expect(backedUp, backedUp.said).toMatchObject({ code: 0 });
    const { rows } = await db.pools.reading.query<{ users: number }>("select count(*)::int as users from users");
    expect(backedUp.said).toContain(`It is whole.\nmanifest.json: OK\n${rows[0]?.users}\n`);
    const restored = await follow("restoring", {});
    expect(restored, restored.said).toMatchObject({ code: 0 });
    expect(restored.said).toMatch(/It is whole\.[\s\S]*, 3 pictures and[\s\S]*All \d+ proofs hold\./);
    expect(existsSync(join(folder, "drill"))).toBe(false);
  },
);
