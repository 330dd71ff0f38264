import { type ChildProcess, execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { isAlive } from "#server/postgres/process.ts";
import type { Premises } from "#test/cluster/premises.ts";
import { quietPort } from "#test/cluster/ports.ts";
import { killHard, until } from "#test/faults/product.ts";
import {
  type Keeper,
  keepers,
  keeperSettings,
  proxySettings,
  swiftKeys,
  type SwiftPrograms,
} from "./swift-settings.ts";

const run = promisify(execFile);
/** ms; ten Python programs that start on a machine that is busy with something else. */
const timeouts = 300_000;
const bucket = "magazin";
const copies = [0, 1, 2];

interface Server {
  readonly name: string;
  readonly port: number;
  readonly program: string;
  readonly settings: string;
  process?: ChildProcess;
}

/** OpenStack Swift with its S3 interface: a store of which everything is on three machines. */
export class Swift {
  readonly endpoint: string;
  /** Those that keep files. */
  readonly objectServers: readonly Server[];
  readonly #premises: Premises;

  private constructor(premises: Premises, port: number, objectServers: readonly Server[]) {
    this.#premises = premises;
    this.endpoint = `http://127.0.0.1:${port}`;
    this.objectServers = objectServers;
  }

  static async start(premises: Premises, programs: SwiftPrograms): Promise<Swift> {
    const folder = join(premises.folder, "swift");
    for (const copy of copies) mkdirSync(join(folder, "devices", `disk${copy}`), { recursive: true });
    const [rings, devices] = [folder, join(folder, "devices")];
    const servers: Record<Keeper, Server[]> = { account: [], container: [], object: [] };
    for (const kind of keepers) {
      const ports = [];
      for (const copy of copies) {
        const [name, port] = [`${kind}${copy}`, await quietPort()];
        const settings = join(folder, `${name}.conf`);
        writeFileSync(settings, keeperSettings(kind, { devices, rings, port }));
        servers[kind].push({ name, port, program: programs[`swift-${kind}-server`], settings });
        ports.push(port);
      }
      await buildRing(programs["swift-ring-builder"], join(rings, `${kind}.builder`), ports);
    }
    const [port, cache] = [await quietPort(), await quietPort()];
    const proxy = {
      name: "proxy",
      port,
      program: programs["swift-proxy-server"],
      settings: join(folder, "proxy.conf"),
    };
    writeFileSync(proxy.settings, proxySettings({ rings, port }, cache));
    premises.start("memcached", { file: programs.memcached, args: ["-u", "nobody", "-l", `127.0.0.1:${cache}`] });
    const swift = new Swift(premises, port, servers.object);
    const all = [...servers.account, ...servers.container, ...servers.object, proxy];
    for (const server of all) swift.startServer(server);
    for (const server of all) await until(`${server.name} answers`, () => listens(server), timeouts);
    await swift.#makeBucket();
    return swift;
  }

  async #makeBucket(): Promise<void> {
    const client = new S3Client({
      endpoint: this.endpoint,
      region: "us-east-1",
      forcePathStyle: true,
      credentials: {
        accessKeyId: swiftKeys.AWS_ACCESS_KEY_ID,
        secretAccessKey: swiftKeys.AWS_SECRET_ACCESS_KEY,
      },
    });
    const isMade = () =>
      client.send(new CreateBucketCommand({ Bucket: bucket })).then(
        () => true,
        () => false,
      );
    await until("the object store has a bucket", isMade, timeouts);
    client.destroy();
  }

  addressOf(prefix: string): string {
    return `s3://${bucket}/${prefix}?endpoint=${this.endpoint}&region=us-east-1&pathStyle=true`;
  }

  startServer(server: Server): void {
    const { name, program, settings } = server;
    server.process = this.#premises.start(name, { file: program, args: [settings], own: true });
  }

  async killServer({ name, process: running }: Server): Promise<void> {
    killHard([running?.pid]);
    await until(`${name} is dead`, () => !isAlive(running?.pid ?? 0));
  }
}

/** Says whether the server answers, whatever the answer. */
const listens = ({ port }: Server) =>
  fetch(`http://127.0.0.1:${port}/healthcheck`).then(
    () => true,
    () => false,
  );

async function buildRing(builder: string, file: string, ports: readonly number[]): Promise<void> {
  const devices = ports.flatMap((port, copy) => [`r1z${copy + 1}-127.0.0.1:${port}/disk${copy}`, "1"]);
  await run(builder, [file, "create", "4", String(copies.length), "1"]);
  await run(builder, [file, "add", ...devices]);
  await run(builder, [file, "rebalance"]);
}
