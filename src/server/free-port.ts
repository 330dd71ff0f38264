import { once } from "node:events";
import { createServer } from "node:net";
import type { Config } from "#server/config.ts";

/** Checks that the server could listen at its ports. @throws with the way out where somebody else does. */
export async function expectFreePorts({ host, port, tls, tlsPort }: ListenAt): Promise<void> {
  await expectFree("PORT", port, host);
  if (tls !== "off") await expectFree("TLS_PORT", tlsPort, host);
}

type ListenAt = Pick<Config, "host" | "port" | "tls" | "tlsPort">;

async function expectFree(name: string, port: number, host: string): Promise<void> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(`port ${port} is in use. End what listens there, or take another one with ${name}=${port + 1}.`, {
      cause: error,
    });
  }
  probe.close();
  await once(probe, "close");
}
