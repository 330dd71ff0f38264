import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/database.ts";
import { Press } from "#server/documents/press.ts";
import { type CallsAtOnce, callsAtOnce, Queues } from "#server/http/waiting/queues.ts";
import { type Patience, usualPatience } from "#server/http/waiting/patience.ts";
import { PictureStore } from "#server/storage/pictures.ts";

/** What the house is built on. */
export interface Foundation {
  readonly db: Database;
  readonly config: Config;
  /** The clock: nobody else asks for the time. */
  readonly now: () => Date;
  /** How long clients may keep the server waiting, and how many calls of one caller run at once; tests have their own. */
  readonly patience?: Patience;
  readonly atOnce?: CallsAtOnce;
}

/** What the process lends to every call. */
export interface House extends Foundation {
  readonly pictures: PictureStore;
  readonly press: Press;
  readonly patience: Patience;
  readonly queues: Queues;
}

/** Furnishes the house; who leaves it closes the press. */
export function openHouse(foundation: Foundation): House {
  const { config, patience = usualPatience, atOnce = callsAtOnce } = foundation;
  const pictures = new PictureStore(config.dataDir);
  return {
    ...foundation,
    patience,
    queues: new Queues(atOnce),
    pictures,
    press: new Press({ heap: config.documentMemory }),
  };
}
