import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig, surveyConfig } from "#server/config.ts";

const read = (file: string) => readFileSync(join("deploy", file), "utf8");

/** Runs a program and returns its output; null where this machine does not have it. */
function run(program: string, ...args: string[]): { status: number | null; said: string } | null {
  const env = { ...process.env, DOMAIN: "archiv.example", PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` };
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", env });
  return error === undefined ? { status, said: stdout + stderr } : null;
}

/** Skips what cannot be tried here, and says so. */
function tried(
  skip: (why: string) => never,
  program: string,
  ...args: string[]
): { status: number | null; said: string } {
  return run(program, ...args) ?? skip(`${program} is not on this machine: not tried`);
}

test("the service may do next to nothing but serve", ({ skip }) => {
  const args = ["security", "--offline=true", "--no-pager", "deploy/systemd/magazin.service"];
  const { said } = tried(skip, "systemd-analyze", ...args);
  const [, exposure] = /Overall exposure level for magazin\.service: (\d+\.\d+)/.exec(said) ?? [];
  expect(Number(exposure), said).toBeLessThan(2);
});

test("HAProxy takes its configuration, which asks Patroni who is the primary", ({ skip }) => {
  expect(tried(skip, "haproxy", "-c", "-f", "deploy/haproxy/haproxy.cfg")).toMatchObject({ status: 0 });
  expect(read("haproxy/haproxy.cfg")).toMatch(
    /option httpchk OPTIONS \/primary\n[\s\S]*port 8008 on-marked-down shutdown-sessions/,
  );
});

test.for(["Caddyfile", "one-server.Caddyfile"])("Caddy takes %s", (name, { skip }) => {
  const args = ["validate", "--adapter", "caddyfile", "--config", `deploy/caddy/${name}`];
  expect(tried(skip, "caddy", ...args)).toMatchObject({ status: 0 });
});

const yamls = ["compose.yaml", ...readdirSync("deploy/kubernetes").map((name) => join("kubernetes", name))];

test.each([...yamls, "prometheus/alerts.yaml"])("%s is YAML", (file) => {
  for (const document of parseAllDocuments(read(file), { merge: true })) {
    expect(document.errors).toEqual([]);
    expect(document.toJS()).toBeTypeOf("object");
  }
});

describe("a container", () => {
  const lines = read("Containerfile").split("\n");

  test("has a user of its own, a health check, one folder to write to, and nothing to build with", () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")));
    expect(last[0]).toMatch(/distroless/);
    expect(last).toContain("USER 65532:65532");
    expect(last.filter((line) => line.startsWith("VOLUME"))).toEqual(["VOLUME /data"]);
    expect(last.filter((line) => line.startsWith("HEALTHCHECK"))).toHaveLength(1);
    expect(last.filter((line) => line.startsWith("RUN"))).toEqual([]);
  });

  interface Service {
    readonly environment: Readonly<Record<string, string>>;
    readonly volumes: readonly string[];
    readonly secrets: readonly string[];
  }
  interface Compose {
    readonly services: Readonly<Record<string, Service>>;
    readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  }
  const { services, secrets } = parse(read("compose.yaml"), { merge: true }) as Compose;
  const servers = ["magazin1", "magazin2"].flatMap((name) => services[name] ?? []);

  test("cannot change its own program, wherever it runs", () => {
    const volumes = ["files:/data", "${BACKUPS:-./backups}:/backups"];
    for (const server of servers) expect(server).toMatchObject({ read_only: true, cap_drop: ["ALL"], volumes });
    expect(read("kubernetes/magazin.yaml")).toMatch(
      /readOnlyRootFilesystem: true\n\s+capabilities: \{ drop: \[ALL\] \}/,
    );
  });

  test("of compose backs up without configuration, encrypted, to a folder outside that it may write to", () => {
    expect(servers).toHaveLength(2);
    for (const { environment, volumes } of servers) {
      const { backupUrl = "" } = readConfig({ BACKUP_URL: environment["BACKUP_URL"] });
      expect(
        volumes.filter((volume) => volume.startsWith("${BACKUPS:-./") && volume.endsWith(`:${backupUrl}`)),
      ).toHaveLength(1);
      expect(environment["BACKUP_KEY_FILE"]).toBe("/run/secrets/backup-key");
    }
  });

  test("of compose has secrets whose files, owner and reader its first lines name", () => {
    const [head = ""] = read("compose.yaml").split("\nx-server:");
    const owned = /^# +mkdir -p backups && chown 65532:65532 backups (.*)$/m.exec(head)?.[1]?.split(" ");
    const files = (names: readonly string[]) => names.map((name) => secrets[name]?.file.replace("./", ""));
    for (const server of servers) expect(new Set(owned)).toEqual(new Set(files(server.secrets)));
    for (const file of files(Object.keys(secrets))) expect(head).toMatch(new RegExp(`^# +${file} `, "m"));
    expect(read("Containerfile")).toContain("USER 65532:65532");
  });
});

/** Variables that the server's surroundings know, not the server. */
const ofTheStore = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SHARED_CREDENTIALS_FILE"];
const surroundings = new Set(["DOMAIN", "MALLOC_ARENA_MAX", "MALLOC_MMAP_THRESHOLD_", "TMPDIR", ...ofTheStore]);

test("what is set anywhere is a variable of the configuration", () => {
  const known = surveyConfig({}).inForce.flatMap(({ name }) => [name, `${name}_FILE`]);
  const files = ["Containerfile", "compose.yaml", "systemd/magazin.service", "kubernetes/magazin.yaml"];
  const set = files.flatMap((file) =>
    read(file)
      .split("\n")
      .flatMap((line) => [...line.matchAll(/\b([A-Z][A-Z_]*_[A-Z]+|PORT|HOST|WORKERS)\b(?==|: |, value|$)/g)])
      .flatMap(([, name = ""]) =>
        name.startsWith("POSTGRES_") || name.startsWith("AF_") || surroundings.has(name) ? [] : [name],
      ),
  );
  expect(set.length).toBeGreaterThan(10);
  expect(set.filter((name) => !known.includes(name))).toEqual([]);
});
