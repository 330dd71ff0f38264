import { buildApp } from "#server/app.ts";
import { stopServing } from "#server/http/waiting/timeouts.ts";
import type { AppContextOptions } from "#server/http/app-context.ts";
import { HttpsListener } from "#server/tls/https-listener.ts";

/** An open server: where it listens, and how it ends, every request answered. */
export interface Listeners {
  readonly address: string;
  /** Where on-premises devices find it, and where they are set up for that. */
  readonly devices?: { readonly desk: string; readonly setup: string };
  readonly close: () => Promise<void>;
}

/** Opens the server of this process; its log lines carry the number that it has among several. */
export async function openListeners(options: AppContextOptions, worker?: number): Promise<Listeners> {
  const { port, host, logLevel: level } = options.config;
  const secure = options.config.tls === "off" ? undefined : new HttpsListener(options);
  const logger = { level, ...(worker !== undefined && { mixin: () => ({ worker }) }) };
  const app = await buildApp({ ...options, ...(secure && { secure }) }, logger);
  const beside = await secure?.prepare(app);
  const address = await app.listen({ port, host });
  await secure?.open(app);
  return {
    address,
    ...(secure && { devices: { desk: secure.originFor(), setup: `${secure.plainOriginFor()}/einrichten` } }),
    close: () => stopServing(app, undefined, beside && [beside]),
  };
}
