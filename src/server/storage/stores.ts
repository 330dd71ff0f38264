import { FolderStore } from "./folder-store.ts";
import { openStore } from "./open-store.ts";
import { PackageStore } from "./packages.ts";
import { PictureStore } from "./pictures.ts";
import type { FileStore } from "./file-store.ts";
import { TwoStores } from "./two-stores.ts";

/** Files that an archive keeps outside of its database, and their place. */
export interface FileStores {
  readonly place: FileStore;
  readonly pictures: PictureStore;
  readonly packages: PackageStore;
}

/** Where an operator says that files lie. */
export interface StoresAt {
  readonly dataDir: string;
  readonly storageUrl: string | undefined;
  readonly storageAlsoUrl: string | undefined;
}

/** The stores of a configuration. Nobody is asked yet whether they answer. @throws StoreMissing */
export async function openStores({ dataDir, storageUrl = dataDir, storageAlsoUrl }: StoresAt): Promise<FileStores> {
  const place = await openStore(storageUrl);
  return storesAt(storageAlsoUrl === undefined ? place : new TwoStores(place, await openStore(storageAlsoUrl)));
}

/** The stores in a folder. */
export const storesIn = (folder: string): FileStores => storesAt(new FolderStore(folder));

/** The stores at a place. */
export const storesAt = (place: FileStore): FileStores => ({
  place,
  pictures: new PictureStore(place),
  packages: new PackageStore(place),
});

/** Asks a place for nothing, to learn whether it answers. @throws StoreUnavailable */
export async function expectAnswer(place: FileStore): Promise<void> {
  await place.list("magazin-asks/").next();
}
