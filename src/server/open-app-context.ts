import { PackagesOnDemand } from "#server/android/packages-on-demand.ts";
import { snapshotsAtOnce } from "#server/database/database.ts";
import { PdfWorkers } from "#server/documents/pdf-workers.ts";
import type { AppContext, AppContextOptions } from "#server/http/app-context.ts";
import { BoxQueues } from "#server/http/waiting/box-queues.ts";
import { defaultConcurrency, Queues } from "#server/http/waiting/queues.ts";
import { semaphore } from "#server/http/waiting/semaphore.ts";
import { defaultTimeouts } from "#server/http/waiting/timeouts.ts";
import { openStores } from "#server/storage/stores.ts";
import { Counters } from "#server/watching/counters.ts";

/** Composes what the process lends to every call; whoever opens it closes its PDF workers. */
export async function openAppContext(options: AppContextOptions): Promise<AppContext> {
  const { config, timeouts: patience = defaultTimeouts, atOnce = defaultConcurrency } = options;
  const { pictures, packages } = options.stores ?? (await openStores(config));
  const pdfWorkers = new PdfWorkers({ heap: config.documentMemory });
  return {
    ...options,
    timeouts: patience,
    queues: new Queues(atOnce),
    boxQueues: new BoxQueues(config.databasePool.writing),
    exports: semaphore(snapshotsAtOnce),
    pictures,
    packages,
    pdfWorkers,
    android: new PackagesOnDemand(options),
    counts: new Counters(options.db, pdfWorkers),
  };
}
