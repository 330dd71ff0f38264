import { describe, expect, test } from "vitest";
import { expensive } from "#test/support/tiers.ts";
import { misspelledVariables, surveyConfig } from "./config.ts";
import { misspelledNames } from "./setting-names.ts";

const names = surveyConfig({}).inForce.map(({ name }) => name);
const meantBy = (name: string) =>
  /sets nothing; (\S+) is one\.$/.exec(misspelledVariables({ [name]: "x" })[0] ?? "")?.[1];

describe("a variable that is nearly called as one of ours", () => {
  test.each([
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABASE_ULR", "DATABASE_URL"],
    ["BACKUPURL", "BACKUP_URL"],
    ["BACKUP_KEYFILE", "BACKUP_KEY_FILE"],
    ["TRUSTED_PROXY", undefined], // two letters for three
    ["TRUSTED_PROXYS", "TRUSTED_PROXIES"],
    ["WORKER", "WORKERS"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["public_url", "PUBLIC_URL"],
  ])("%s is named with %s", (name, meant) => expect(meantBy(name)).toBe(meant));

  expensive("thousands of misspelt names compared with each known one")(
    "is named wherever one letter is left out, doubled, or changes places with the next",
    () => {
      const slipsOf = (name: string) =>
        Array.from({ length: name.length - 1 }, (_, at) => {
          const [before, letter, next] = [name.slice(0, at), name[at] ?? "", name[at + 1] ?? ""];
          const after = name.slice(at + 2);
          return [before + next + after, before + letter + letter + next + after, before + next + letter + after];
        }).flat();
      const slips = names.filter(({ length }) => length >= 5).flatMap(slipsOf);
      const unnamed = slips.filter((slip) => !names.includes(slip) && meantBy(slip) === undefined);
      expect(slips.length).toBeGreaterThan(1000);
      expect(unnamed).toEqual([]);
    },
  );

  test("is reported by its name alone, and not where the right one is set, too", () => {
    const said = misspelledNames(["DATABASE_URL"], { DATABSE_URL: "postgres://magazin:Sesam@db/x" });
    expect(said).toEqual(["DATABSE_URL is no variable of Magazin and sets nothing; DATABASE_URL is one."]);
    expect(misspelledNames(["DATABASE_URL"], { DATABSE_URL: "a", DATABASE_URL: "b" })).toEqual([]);
  });
});

test("what machines, containers and other programs set is nobody's slip", () => {
  const others =
    "PATH HOME PWD LANG LC_ALL USER LOGNAME HOSTNAME SHELL TERM TMPDIR TZ MAIL HOSTTYPE SSL_CERT_FILE SSL_CERT_DIR POST PORTS HOSTS TLS13 PGHOST PGDATA PGPORT NODE_ENV " +
    "NODE_OPTIONS NODE_COMPILE_CACHE HTTP_PROXY HTTPS_PROXY NO_PROXY DOMAIN POSTGRES_USER POSTGRES_PASSWORD AWS_ACCESS_KEY_ID " +
    "AWS_SECRET_ACCESS_KEY AWS_SHARED_CREDENTIALS_FILE MALLOC_ARENA_MAX CACHE_DIRECTORY STATE_DIRECTORY CREDENTIALS_DIRECTORY INVOCATION_ID " +
    "JOURNAL_STREAM MAGAZIN_PORT MAGAZIN_SERVICE_HOST MAGAZIN_SERVICE_PORT DATABASE_PORT DATABASE_SERVICE_HOST KUBERNETES_SERVICE_HOST " +
    "MAGAZIN_AGAIN MAGAZIN_DEMO VITE_TITLE XDG_DATA_DIRS APPDATA";
  expect(others.split(" ").filter((name) => meantBy(name) !== undefined)).toEqual([]);
  expect(names.flatMap((name) => misspelledVariables({ [name]: "x", [`${name}_FILE`]: "y" }))).toEqual([]);
});
