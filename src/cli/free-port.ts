import { once } from "node:events";
import { createServer } from "node:net";

/** Whether the server could listen there. @throws with the way out where somebody else does. */
export async function expectFreePort({ host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(`port ${port} is in use. End what listens there, or take another one with PORT=${port + 1}.`, {
      cause: error,
    });
  }
  probe.close();
  await once(probe, "close");
}
