import type { PackagesOnDemand } from "#server/android/packages-on-demand.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/database.ts";
import type { PdfWorkers } from "#server/documents/pdf-workers.ts";
import type { FileStores } from "#server/storage/stores.ts";
import type { HttpsListener } from "#server/tls/https-listener.ts";
import type { Counters } from "#server/watching/counters.ts";
import type { Jobs } from "#server/watching/jobs.ts";
import type { BoxQueues } from "#server/http/waiting/box-queues.ts";
import type { ConcurrencyLimits, Queues } from "#server/http/waiting/queues.ts";
import type { Semaphore } from "#server/http/waiting/semaphore.ts";
import type { Timeouts } from "#server/http/waiting/timeouts.ts";

/** Parts of the process that whoever starts it brings along. */
export interface AppContextOptions {
  readonly db: Database;
  readonly config: Config;
  /** The clock: nobody else asks for the time. */
  readonly now: () => Date;
  /** Limits of how long clients may keep the server waiting, and of how many calls of one caller run at once; tests have their own. */
  readonly timeouts?: Timeouts;
  readonly atOnce?: ConcurrencyLimits;
  /** Jobs that this process does by itself; absent where another process does them. */
  readonly jobs?: Jobs;
  /** Where files lie; those of the configuration where nothing is said. */
  readonly stores?: FileStores;
  /** The door for on-premises devices, where there is one. */
  readonly secure?: HttpsListener;
}

/** Resources that the process lends to every call. */
export interface AppContext extends AppContextOptions, Pick<FileStores, "pictures" | "packages"> {
  readonly pdfWorkers: PdfWorkers;
  /** The packages of the Android app that come along. */
  readonly android: PackagesOnDemand;
  readonly timeouts: Timeouts;
  readonly queues: Queues;
  readonly boxQueues: BoxQueues;
  /** Lists and customers as files: as many at once as there are connections for, and nobody waits behind all of somebody else's. */
  readonly exports: Semaphore;
  readonly counts: Counters;
}
