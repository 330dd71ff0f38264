import { FolderPlace } from "./folder-place.ts";
import type { Place } from "./place.ts";

/** Why an address is no place for files, in a sentence. */
export class NoPlace extends Error {}

/** A folder by its path. @throws NoPlace */
export async function openPlace(address: string): Promise<Place> {
  const scheme = /^([a-z][\w+.-]*):\/\//i.exec(address)?.[1];
  if (scheme !== undefined)
    throw new NoPlace(`${scheme}:// is no place for files that this program knows: name a folder.`);
  return new FolderPlace(address);
}
