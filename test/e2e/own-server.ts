import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("server.ts", import.meta.url));

/** A server beside the common one, for what concerns the whole archive and would disturb other tests. */
export async function startServer() {
  const env = { ...process.env, E2E_PORT: "0" };
  const server = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
  const stop = async () => {
    const ended = once(server, "exit");
    server.kill("SIGTERM");
    await ended;
  };
  for await (const line of createInterface({ input: server.stdout })) {
    const origin = /^ready: (\S+)$/.exec(line)?.[1];
    if (origin !== undefined) return { origin, stop };
  }
  throw new Error("The server did not start.");
}
