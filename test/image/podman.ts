import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync } from "node:fs";
import { text } from "node:stream/consumers";
import { join } from "node:path";

/** ms; a build copies a release of some hundred megabytes. */
const timeouts = 600_000;

interface Ended {
  readonly code: number | null;
  readonly said: string;
  readonly complained: string;
}

/** Runs a program to its end, while the test goes on lending it a database. */
async function end(program: string, args: readonly string[], input: string, cwd: string): Promise<Ended> {
  const child = spawn(program, args, { cwd, timeout: timeouts, stdio: "pipe" });
  child.stdin.on("error", () => undefined); // it ended without reading
  child.stdin.end(input);
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: child.exitCode, said: said.trim(), complained };
}

/** Answers what a program says. @throws Error with its words where it fails */
export async function run(program: string, args: readonly string[], input = "", cwd = "."): Promise<string> {
  const { code, said, complained } = await end(program, args, input, cwd);
  if (code !== 0)
    throw new Error(`${program} ${args.join(" ")} failed: ${said.slice(-500)} ${complained.slice(-1500)}`);
  return said;
}

/** As many as Debian gives everybody: podman's own default asks for more than a root without CAP_SYS_RESOURCE may give. */
const limits = ["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024"];
/** Option that leaves the health check to the test. */
const unwatched = "--health-interval=disable";

/** podman with images and containers of its own, which leave nothing behind. */
export class Podman {
  readonly #own: readonly string[];

  constructor(folder: string) {
    const [root, runroot] = [join(folder, "images"), join(folder, "running")];
    for (const each of [root, runroot]) mkdirSync(each);
    chmodSync(folder, 0o755);
    // runc also where cgroups of both versions are mounted
    this.#own = ["--root", root, "--runroot", runroot, "--runtime", "runc", "--cgroup-manager", "cgroupfs"];
  }

  #do(args: readonly string[], input = "", cwd = "."): Promise<string> {
    return run("podman", [...this.#own, ...args], input, cwd);
  }

  async #holds(args: readonly string[]): Promise<boolean> {
    return (await end("podman", [...this.#own, ...args], "", ".")).code === 0;
  }

  /** Says whether a registry has an image for us. */
  pull(image: string): Promise<boolean> {
    return this.#holds(["pull", "--quiet", image]);
  }

  import(tar: string, image: string): Promise<string> {
    return this.#do(["import", "--quiet", tar, image]);
  }

  /** Builds in a folder by a Containerfile, from images that are here. */
  build(folder: string, file: string, image: string): Promise<string> {
    const how = ["--pull=never", "--isolation=chroot", "--format=docker"];
    return this.#do(["build", "--quiet", ...how, "-f", file, "-t", image, "."], "", folder);
  }

  /** Returns the structure of an image or a container. */
  async inspect<T>(what: "image" | "container", name: string): Promise<T> {
    return (JSON.parse(await this.#do([what, "inspect", name])) as [T])[0];
  }

  /** Starts a container on the machine's own network. */
  start(name: string, image: string, args: readonly string[], command: readonly string[] = []): Promise<string> {
    const usual = ["--detach", "--name", name, "--network=host", unwatched, ...limits];
    return this.#do(["run", ...usual, ...args, image, ...command]);
  }

  exec(name: string, command: readonly string[], input = ""): Promise<string> {
    return this.#do(["exec", "--interactive", name, ...command], input);
  }

  /** Says whether the image's own health check passes. */
  isHealthy(name: string): Promise<boolean> {
    return this.#holds(["healthcheck", "run", name]);
  }

  logs(name: string): Promise<string> {
    return this.#do(["logs", name]);
  }

  /** Stops it as an engine does; answers its exit code. */
  async stop(name: string): Promise<number> {
    await this.#do(["stop", "--time", "60", name]);
    return (await this.inspect<{ State: { ExitCode: number } }>("container", name)).State.ExitCode;
  }

  /** The names of all files in an image. */
  async filesOf(image: string): Promise<readonly string[]> {
    const name = (await this.#do(["create", unwatched, ...limits, image])).split("\n").at(-1) ?? "";
    const mounted = await this.#do(["mount", name]);
    return (await run("find", [mounted, "-not", "-type", "d", "-printf", "/%P\n"])).split("\n");
  }

  async removeAll(): Promise<void> {
    await this.#holds(["rm", "--all", "--force", "--volumes"]);
    await this.#holds(["rmi", "--all", "--force"]);
  }
}
