import { PackagesOnDemand } from "#server/android/packages-on-demand.ts";
import type { Config } from "#server/config.ts";
import { type Database, snapshotsAtOnce } from "#server/database/database.ts";
import { Press } from "#server/documents/press.ts";
import { BoxTurns } from "#server/http/waiting/box-turns.ts";
import { type CallsAtOnce, callsAtOnce, Queues } from "#server/http/waiting/queues.ts";
import { type Turn, turns } from "#server/http/turns.ts";
import { type Patience, usualPatience } from "#server/http/waiting/patience.ts";
import { Counts } from "#server/watching/counts.ts";
import type { Jobs } from "#server/watching/jobs.ts";
import type { SecureDoor } from "#server/tls/secure-door.ts";
import { openStores, type Stores } from "#server/storage/stores.ts";

/** What the house is built on. */
export interface Foundation {
  readonly db: Database;
  readonly config: Config;
  /** The clock: nobody else asks for the time. */
  readonly now: () => Date;
  /** How long clients may keep the server waiting, and how many calls of one caller run at once; tests have their own. */
  readonly patience?: Patience;
  readonly atOnce?: CallsAtOnce;
  /** What this process does by itself; nothing where another one does it. */
  readonly jobs?: Jobs;
  /** Where files lie; those of the configuration where nothing is said. */
  readonly stores?: Stores;
  /** The door for devices of the house, where there is one. */
  readonly secure?: SecureDoor;
}

/** What the process lends to every call. */
export interface House extends Foundation, Pick<Stores, "pictures" | "packages"> {
  readonly press: Press;
  /** The packages of the Android app that come along. */
  readonly android: PackagesOnDemand;
  readonly patience: Patience;
  readonly queues: Queues;
  readonly boxTurns: BoxTurns;
  /** Lists and customers as files: as many at once as there are connections for, and nobody waits behind all of somebody else's. */
  readonly exports: Turn;
  readonly counts: Counts;
}

/** Furnishes the house; who leaves it closes the press. */
export async function openHouse(foundation: Foundation): Promise<House> {
  const { config, patience = usualPatience, atOnce = callsAtOnce } = foundation;
  const { pictures, packages } = foundation.stores ?? (await openStores(config));
  const press = new Press({ heap: config.documentMemory });
  return {
    ...foundation,
    patience,
    queues: new Queues(atOnce),
    boxTurns: new BoxTurns(config.databasePool.writing),
    exports: turns(snapshotsAtOnce),
    pictures,
    packages,
    press,
    android: new PackagesOnDemand(foundation),
    counts: new Counts(foundation.db, press),
  };
}
