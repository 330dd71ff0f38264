import { FolderStore } from "./folder-store.ts";
import { StoreMissing, type FileStore } from "./file-store.ts";
import { isS3, readS3Address, showS3Address } from "./s3-address.ts";

/** A folder by its path, or a part of an object store by its address. @throws StoreMissing */
export async function openStore(address: string): Promise<FileStore> {
  if (isS3(address)) {
    const where = readS3Address(address);
    const { S3Store } = await import("./s3-store.ts"); // large, and most archives lie in a folder
    return new S3Store(where);
  }
  const scheme = /^([a-z][\w+.-]*):\/\//i.exec(address)?.[1];
  if (scheme !== undefined)
    throw new StoreMissing(`${scheme}:// is no place for files that this program knows: name a folder, or s3://….`);
  return new FolderStore(address);
}

/** The address of a file as that of its place, and its name. @throws StoreMissing */
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
