import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/database.ts";
import { Press } from "#server/documents/press.ts";
import { PictureStore } from "#server/storage/pictures.ts";

/** What the house is built on. */
export interface Foundation {
  readonly db: Database;
  readonly config: Config;
  /** The clock: nobody else asks for the time. */
  readonly now: () => Date;
}

/** What the process lends to every call. */
export interface House extends Foundation {
  readonly pictures: PictureStore;
  readonly press: Press;
}

/** Furnishes the house; who leaves it closes the press. */
export function openHouse(foundation: Foundation): House {
  return {
    ...foundation,
    pictures: new PictureStore(foundation.config.dataDir),
    press: new Press({ heap: foundation.config.documentMemory }),
  };
}
