import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { test } from "./page.ts";

const program = fileURLToPath(new URL("server.ts", import.meta.url));

/** A server beside the common one, on a copy of what that began with; its settings may name the port. Whoever starts it stops it. */
export async function startServer(settings: Record<string, string>) {
  const { E2E_PORT: common = "28080" } = process.env;
  const env = { ...process.env, E2E_PORT: "0", E2E_BESIDE: common, ...settings };
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

/** The test with a server of these settings. */
export const serverTest = (settings: Record<string, string>) =>
  test.extend<object, object>({
    origin: [
      async ({ playwright: _playwright }, use) => {
        const server = await startServer(settings);
        await use(server.origin);
        await server.stop();
      },
      { scope: "worker", timeout: 600_000 },
    ],
    baseURL: ({ origin }, use) => use(origin),
  });

/** The test with a server beside the common one, for what concerns the whole archive and would disturb other tests. */
export const ownServerTest = serverTest({});
