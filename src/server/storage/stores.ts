import { FolderPlace } from "./folder-place.ts";
import { openPlace } from "./open-place.ts";
import { PackageStore } from "./packages.ts";
import { PictureStore } from "./pictures.ts";
import type { Place } from "./place.ts";
import { TwoPlaces } from "./two-places.ts";

/** What an archive keeps outside of its database, and where. */
export interface Stores {
  readonly place: Place;
  readonly pictures: PictureStore;
  readonly packages: PackageStore;
}

/** Where an operator says that files lie. */
export interface StoresAt {
  readonly dataDir: string;
  readonly storageUrl: string | undefined;
  readonly storageAlsoUrl: string | undefined;
}

/** The stores of a configuration. Nobody is asked yet whether they answer. @throws NoPlace */
export async function openStores({ dataDir, storageUrl = dataDir, storageAlsoUrl }: StoresAt): Promise<Stores> {
  const place = await openPlace(storageUrl);
  return storesAt(storageAlsoUrl === undefined ? place : new TwoPlaces(place, await openPlace(storageAlsoUrl)));
}

/** The stores in a folder. */
export const storesIn = (folder: string): Stores => storesAt(new FolderPlace(folder));

/** The stores at a place. */
export const storesAt = (place: Place): Stores => ({
  place,
  pictures: new PictureStore(place),
  packages: new PackageStore(place),
});

/** Asks a place for nothing, to learn whether it answers. @throws PlaceAway */
export async function expectAnswer(place: Place): Promise<void> {
  await place.list("magazin-asks/").next();
}
