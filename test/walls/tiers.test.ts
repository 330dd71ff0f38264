import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { differenceFrom, lastCommit, nounOf, roomOf, scopeOf } from "#tools/tiers.ts";

const folder = mkdtempSync(join(tmpdir(), "magazin-tiers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function git(root: string, ...args: string[]): void {
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"];
  const { status, stderr } = spawnSync("git", [...identity, ...args], { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
}

function write(root: string, file: string, text = file): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

let made = 0;
/** A checkout with two commits on its main branch. */
function checkout(): string {
  const root = join(folder, String((made += 1)));
  mkdirSync(root);
  git(root, "init", "--quiet");
  for (const file of ["src/rules/a.ts", "src/rules/ä b.ts"]) write(root, file, `${file}\n`.repeat(20));
  commit(root);
  write(root, "README.md");
  commit(root);
  return root;
}

function commit(root: string): void {
  git(root, "add", "--all");
  git(root, "commit", "--quiet", "--allow-empty", "--message", "a change");
}

describe("what differs from the main branch", () => {
  test("is what a branch committed, what was changed since, and what is new", () => {
    const root = checkout();
    git(root, "switch", "--quiet", "--create", "work");
    write(root, "src/rules/b.ts");
    commit(root);
    write(root, "src/rules/ä b.ts", "other");
    write(root, "new.ts");
    expect(differenceFrom(root)).toEqual({ files: ["new.ts", "src/rules/b.ts", "src/rules/ä b.ts"], from: "main" });
  });

  test("is not what the main branch has got since", () => {
    const root = checkout();
    git(root, "switch", "--quiet", "--create", "work", "HEAD^");
    write(root, "b.ts");
    commit(root);
    expect(differenceFrom(root)).toEqual({ files: ["b.ts"], from: "main" });
  });

  test("names a renamed file by both names, and a deleted one by its own", () => {
    const root = checkout();
    renameSync(join(root, "src/rules/a.ts"), join(root, "src/rules/c.ts"));
    rmSync(join(root, "README.md"));
    git(root, "add", "--all");
    expect(differenceFrom(root)).toEqual({ files: ["README.md", "src/rules/a.ts", "src/rules/c.ts"], from: "main" });
  });

  test("is nothing on the main branch itself, where the last commit says what it changed", () => {
    const root = checkout();
    expect(differenceFrom(root)).toEqual({ files: [], from: "main" });
    expect(lastCommit(root)).toEqual({ files: ["README.md"], from: "the commit before" });
  });

  test("is asked of another commit by name", () => {
    const root = checkout();
    expect(differenceFrom(root, "HEAD^")).toEqual({ files: ["README.md"], from: "HEAD^" });
    expect(differenceFrom(root, "nowhere")).toBe('git knows no commit or branch "nowhere"');
  });

  test("is the main branch of the origin, where there is one", () => {
    const [root, copy] = [checkout(), join(folder, "copy")];
    git(folder, "clone", "--quiet", root, copy);
    write(copy, "b.ts");
    commit(copy);
    expect(differenceFrom(copy)).toEqual({ files: ["b.ts"], from: "origin/main" });
  });

  test("cannot be known without git, without a commit, without a main branch or without a common commit", () => {
    const [bare, empty, root] = [join(folder, "bare"), join(folder, "empty"), checkout()];
    mkdirSync(bare);
    expect(differenceFrom(bare)).toBe("this is no checkout of git");
    mkdirSync(empty);
    git(empty, "init", "--quiet");
    expect(differenceFrom(empty)).toBe("there is no commit yet");
    mkdirSync(join(root, "inner"));
    expect(differenceFrom(join(root, "inner"))).toBe("this is no checkout of git");
    git(root, "switch", "--quiet", "--orphan", "other");
    commit(root);
    expect(differenceFrom(root)).toBe("this branch and main have no common commit");
    git(root, "branch", "--quiet", "--delete", "--force", "main");
    expect(differenceFrom(root)).toBe("there is no main branch to compare with");
  });

  test("cannot be known where a shallow clone ends", () => {
    const [root, shallow] = [checkout(), join(folder, "shallow")];
    git(folder, "clone", "--quiet", "--depth=1", `file://${root}`, shallow);
    expect(lastCommit(shallow)).toBe("the commit before is not known in this shallow clone");
    git(shallow, "switch", "--quiet", "--orphan", "other");
    commit(shallow);
    expect(differenceFrom(shallow)).toBe("this branch and origin/main have no common commit in this shallow clone");
  });
});

describe("what is touched", () => {
  const touched = (...files: string[]) => scopeOf(process.cwd(), "quick", files);

  test("is the noun in the path of a file of any layer", () => {
    expect(nounOf("src/server/features/stock/boxes/queries.ts")).toBe("stock");
    expect(nounOf("test/e2e/journeys/billing.spec.ts")).toBe("billing");
    expect(nounOf("src/server/backup/backup.ts")).toBeUndefined();
    expect(roomOf("src/server/backup/plan/deep/a.ts")).toBe("src/server/backup");
  });

  test("is the room of the walls where their table, a program that asks them or the linter's rules differ", () => {
    for (const file of ["tools/walls.mjs", "tools/check-files.mjs", "tools/circles.mjs", ".oxlintrc.json"])
      expect(touched(file).rooms).toEqual([roomOf("test/walls/walls.test.ts")]);
    expect(touched("tools/sizes.mjs").rooms).toEqual(["tools"]);
  });

  test("is the calls of a contract, of its shapes and of a room's routes", () => {
    const calls = touched("src/contract/calls/stock/areas.ts").calls;
    expect(calls).toContain("listAreas");
    expect(touched("src/contract/schemas/stock/areas.ts").calls).toEqual(calls);
    expect(touched("src/server/features/stock/areas/queries.ts").calls).toEqual(calls);
    expect(touched("src/server/features/stock/gone/queries.ts").calls).toEqual([]);
  });

  test("is one side of the program, both for what both read, and both where nothing is known", () => {
    expect(touched("src/web/ui/button.tsx").sides).toEqual(["web"]);
    expect(touched("src/cli/main.ts", "README.md").sides).toEqual(["server"]);
    expect(touched("src/rules/dates.ts").sides).toEqual(["web", "server"]);
    expect(touched("something-new").sides).toEqual(["web", "server"]);
    expect(touched().sides).toEqual(["web", "server"]);
    expect(scopeOf(process.cwd(), "quick", ["src/web/ui/button.tsx"], true).sides).toEqual(["web", "server"]);
  });

  test("is a foundation where everything stands on it, and not a test or a migration beside it", () => {
    for (const file of ["src/server/database/database.ts", "src/contract/route.ts", "test/support/client.ts"])
      expect(touched(file).foundation).toBe(file);
    for (const file of [
      "src/server/database/tables.test.ts",
      "src/server/database/migrations/0123_x.sql",
      "src/web/ui/a.tsx",
    ])
      expect(touched(file).foundation).toBeNull();
  });
});
