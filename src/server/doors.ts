import { buildApp } from "#server/app.ts";
import type { Foundation } from "#server/house.ts";

/** An open server: where it listens, and how it ends, every request answered. */
export interface Doors {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Opens the server of this process; its log lines carry the number that it has among several. */
export async function openDoors(foundation: Foundation, worker?: number): Promise<Doors> {
  const { port, host, logLevel: level } = foundation.config;
  const app = await buildApp(foundation, { level, ...(worker !== undefined && { mixin: () => ({ worker }) }) });
  return {
    address: await app.listen({ port, host }),
    close: async () => {
      // A connection whose request is answered from now on would stay open for another one and hold up the end.
      setInterval(() => app.server.closeIdleConnections(), 50).unref();
      await app.close();
    },
  };
}
