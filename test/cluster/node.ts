import type { ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "#server/postgres/process.ts";
import { killHard, until } from "#test/faults/product.ts";
import { commit } from "#test/support/proxy.ts";
import type { Network } from "./network.ts";
import { patroniSettings, type Ports } from "./patroni-settings.ts";
import { quietPort } from "./ports.ts";
import { postgresIn, type Premises } from "./premises.ts";

/** Report of Patroni on a member of its cluster. */
export interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

interface Options {
  readonly premises: Premises;
  readonly network: Network;
  readonly programs: { readonly patroni: string; readonly postgresql: string };
  /** etcd's port. */
  readonly etcd: number;
}

/** A PostgreSQL under Patroni, with all of its network. */
export class Node {
  readonly name: string;
  readonly ports: Ports;
  readonly #premises: Premises;
  readonly #patroni: string;
  readonly #network: Network;
  readonly #room: string;
  #process: ChildProcess | undefined;
  #frozen: readonly number[] = [];

  private constructor(name: string, ports: Ports, { premises, network, programs }: Options) {
    this.name = name;
    this.ports = ports;
    this.#network = network;
    this.#premises = premises;
    this.#patroni = programs.patroni;
    this.#room = premises.room(name);
    const settings = patroniSettings({ name, ports, room: this.#room, programs: programs.postgresql });
    writeFileSync(this.#settingsFile, settings);
  }

  static async open(name: string, options: Options): Promise<Node> {
    const [postgres, rest] = [await quietPort(), await quietPort()];
    const link = (target: number) => options.network.open(target);
    const ports = {
      postgres,
      rest,
      clientLink: await link(postgres),
      nodeLink: await link(postgres),
      restLink: await link(rest),
      etcdLink: await link(options.etcd),
    };
    return new Node(name, ports, options);
  }

  get #settingsFile(): string {
    return join(this.#premises.folder, `${this.name}.yml`);
  }

  start(): void {
    this.#process = this.#premises.startFirst(this.name, { file: this.#patroni, args: [this.#settingsFile] });
  }

  /** Patroni, PostgreSQL's main process and all that it has started. */
  get #processes(): readonly number[] {
    const patroni = this.#process?.pid;
    const running = patroni !== undefined && isAlive(patroni) ? [patroni] : [];
    return [...running, ...postgresIn(join(this.#room, "data"))];
  }

  async kill(): Promise<void> {
    for (let left = this.#processes; left.length > 0; left = this.#processes) {
      killHard(left);
      await until(`${this.name} is dead`, () => !left.some(isAlive));
    }
  }

  /** Stops all of it in the middle of what it does, as a machine that stands still. */
  freeze(): void {
    const stopped = new Set<number>();
    for (;;) {
      const fresh = this.#processes.filter((pid) => !stopped.has(pid));
      if (fresh.length === 0) break;
      for (const pid of fresh) send(pid, "SIGSTOP");
      for (const pid of fresh) stopped.add(pid);
    }
    this.#frozen = [...stopped];
  }

  thaw(): void {
    for (const pid of this.#frozen) send(pid, "SIGCONT");
  }

  /** Lets so many of its clients commit without hearing that it is done. */
  loseCommits(amount: number): Promise<void> {
    return this.#network.holdAnswers(this.ports.clientLink, commit, amount);
  }

  get #links(): readonly number[] {
    const { clientLink, nodeLink, restLink, etcdLink } = this.ports;
    return [clientLink, nodeLink, restLink, etcdLink];
  }

  /** From now on it reaches nobody and nobody reaches it. */
  cut(): Promise<void> {
    return this.#network.cut(this.#links);
  }

  mend(): Promise<void> {
    return this.#network.mend(this.#links);
  }

  /** Asks its Patroni to hand over to the synchronous standby, as an operator does before work on the machine. */
  async handOver(): Promise<void> {
    const headers = { "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify({ leader: this.name }) };
    const response = await fetch(`http://127.0.0.1:${this.ports.rest}/switchover`, request);
    if (!response.ok) throw new Error(`${this.name} does not hand over: ${await response.text()}`);
  }

  /** Says whether the node's Patroni reports it as the primary. Patroni is asked behind the node's network. */
  async isPrimary(): Promise<boolean> {
    return (await this.#ask("/primary"))?.ok ?? false;
  }

  /** All members as this one sees them. */
  async members(): Promise<readonly Member[]> {
    const response = await this.#ask("/cluster");
    return response ? ((await response.json()) as { members: Member[] }).members : [];
  }

  #ask(path: string): Promise<Response | undefined> {
    const signal = AbortSignal.timeout(2_000);
    return fetch(`http://127.0.0.1:${this.ports.rest}${path}`, { signal }).catch(() => undefined);
  }
}

function send(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // it ended a moment ago
  }
}
