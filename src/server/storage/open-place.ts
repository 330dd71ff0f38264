import { FolderPlace } from "./folder-place.ts";
import { NoPlace, type Place } from "./place.ts";
import { isS3, readS3Address, showS3Address } from "./s3-address.ts";

/** A folder by its path, or a part of an object store by its address. @throws NoPlace */
export async function openPlace(address: string): Promise<Place> {
  if (isS3(address)) {
    const where = readS3Address(address);
    const { S3Place } = await import("./s3-place.ts"); // large, and most archives lie in a folder
    return new S3Place(where);
  }
  const scheme = /^([a-z][\w+.-]*):\/\//i.exec(address)?.[1];
  if (scheme !== undefined)
    throw new NoPlace(`${scheme}:// is no place for files that this program knows: name a folder, or s3://….`);
  return new FolderPlace(address);
}

/** The address of a file as that of its place, and its name. @throws NoPlace */
export function splitAddress(address: string): { place: string; file: string } {
  if (!isS3(address)) {
    const [, folder = "", file = ""] = /^(.*[/\\])?([^/\\]*)$/s.exec(address) ?? [];
    return { place: folder || ".", file };
  }
  const where = readS3Address(address);
  const folders = where.prefix.split("/");
  const file = folders.pop() ?? "";
  return { place: showS3Address({ ...where, prefix: folders.join("/") }), file };
}
