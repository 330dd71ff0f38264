import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startEmbedded } from "#server/postgres/embedded.ts";
import { admin, freePort, until } from "#test/faults/product.ts";
import { proxyTo } from "#test/support/proxy.ts";
import type { Podman } from "./podman.ts";
import { rightsIn, visit } from "./visit.ts";

export const image = "localhost/magazin";
const name = "magazin";
const megabytes = 1_000_000;
const largest = 260 * megabytes; // built from Debian's packages, which grow by themselves
const user = 65_532;

/** Tools that no operator of a server needs, and every intruder does. */
const tools =
  /\/(?:sh|bash|dash|busybox|cc|c\+\+|gcc|g\+\+|clang|ld|as|make|apt|apt-get|dpkg|npm|npx|corepack|python3?|perl)$/;

/** Describes the image: its size, its user, its one folder to write to, its health check, and the things that are not in it. */
export async function lookAt(podman: Podman): Promise<string> {
  interface Image {
    readonly Size: number;
    readonly Config: { readonly User: string; readonly Volumes: object };
    readonly Healthcheck?: object;
  }
  const { Size, Config, Healthcheck } = await podman.inspect<Image>("image", image);
  const size = `${(Size / megabytes).toFixed(0)} MB`;
  if (Size >= largest) throw new Error(`the image has ${size}`);
  if (Config.User !== `${user}:${user}`) throw new Error(`its user is ${Config.User}`);
  const volumes = Object.keys(Config.Volumes).join(", ");
  if (volumes !== "/data") throw new Error(`its volumes are ${volumes}`);
  if (!Healthcheck) throw new Error("it has no health check");
  const found = (await podman.filesOf(image)).filter((file) => tools.test(file));
  if (found.length > 0) throw new Error(`it holds ${found.join(", ")}`);
  return `${size}, user ${user}, one volume, a health check, no shell, compiler or package manager`;
}

/** Serves on a read-only root without a right, with its volume alone to write to; ends in order. */
export async function serve(podman: Podman, folder: string): Promise<string> {
  mkdirSync(join(folder, "database"));
  const postgres = await startEmbedded({ dataDir: join(folder, "database") });
  const line = await proxyTo(postgres.connection);
  try {
    const { host, port, user: role, database } = line.connection;
    const settings = {
      HOST: "127.0.0.1",
      PORT: String(await freePort()),
      DATABASE_URL: `postgres://${role}@${host}:${port}/${database}`,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    };
    const url = `http://127.0.0.1:${settings.PORT}`;
    const closed = ["--read-only", "--read-only-tmpfs=false", "--cap-drop=ALL", "--security-opt=no-new-privileges"];
    const env = Object.entries(settings).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
    await podman.start(name, image, [...closed, ...env]);
    await visit(url, () => podman.logs(name));
    await until("its own health check says so", () => podman.isHealthy(name));
    const command = ["/magazin/node", "/magazin/src/cli/main.ts"];
    await podman.exec(name, [...command, "seed", "--boxes", "50", "--pictures", "1", "--add"]); // sharp makes the picture
    await podman.exec(name, [...command, "check", "--deep"]);
    const rights = rightsIn(await readIn(podman, "/proc/1/status"));
    if (!rights.startsWith(`user ${user}, capabilities 0, no new privileges 1, seccomp 2`)) throw new Error(rights);
    const open = [];
    for (const file of ["/magazin/x", "/tmp/x", "/etc/x", "/data/x"]) if (await mayWrite(podman, file)) open.push(file);
    if (open.join() !== "/data/x") throw new Error(`it may write ${open.join(", ")}`);
    const code = await podman.stop(name);
    if (code !== 0) throw new Error(`it ended with ${code}: ${await podman.logs(name)}`);
    return `ready, healthy, a document and a picture made, checked, ended with 0; ${rights}`;
  } finally {
    line.close();
    await postgres.stop();
  }
}

const script = (podman: Podman, text: string) => podman.exec(name, ["/magazin/node", "-e", text]);
const readIn = (podman: Podman, file: string) =>
  script(podman, `process.stdout.write(require("fs").readFileSync("${file}"))`);
async function mayWrite(podman: Podman, file: string): Promise<boolean> {
  const text = `try { require("fs").writeFileSync("${file}", ""); console.log("yes") } catch { console.log("no") }`;
  return (await script(podman, text)) === "yes";
}
