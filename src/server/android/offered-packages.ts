import type * as z from "zod/mini";
import type { AppTicket } from "#contract/schemas/system/apps.ts";
import { qrCodeAddress } from "#server/documents/codes/code-pictures.ts";
import type { Devices } from "#server/http/addresses.ts";
import type { OpenFile } from "#server/storage/file-store.ts";
import type { FileStores } from "#server/storage/stores.ts";
import type { PackagesOnDemand } from "./packages-on-demand.ts";
import { readTicket, type Ticket, ticketMinutes, ticketPurpose, writeTicket } from "./tickets.ts";

/** Facts that a call knows of packages, and of the way in which devices reach the server. */
export interface Offering extends Pick<FileStores, "packages"> {
  readonly android: PackagesOnDemand;
  readonly now: () => Date;
  readonly devices: Devices;
}

/** A version as the table has it: the package that somebody added to it, or nothing. */
export interface OfferedVersion {
  readonly version: string;
  readonly file: string | null;
}

/** Returns the size in bytes of the package of a version: the one that was added, or else the bundled one. Null where there is neither. */
export async function sizeOfPackage(
  { packages, android, devices }: Offering,
  { version, file }: OfferedVersion,
): Promise<number | null> {
  const packageSize = file === null ? null : await packages.sizeOf(file);
  if (packageSize !== null || !android.has(version)) return packageSize;
  return (await android.make(version, devices.desk)).bytes.length;
}

/** The same package for reading; one that comes along opens `address`. */
export async function openPackage(
  { packages, android }: Pick<Offering, "packages" | "android">,
  { version, file }: OfferedVersion,
  address: string,
): Promise<OpenFile | Buffer | null> {
  const content = file === null ? null : await packages.open(file);
  if (content !== null || !android.has(version)) return content;
  return (await android.make(version, address)).bytes;
}

/** A ticket for the package of a version, and what distinguishes that package from another one; null where there is none. */
export async function ticketFor(call: Offering, offered: OfferedVersion): Promise<z.infer<typeof AppTicket> | null> {
  const { android, devices, now } = call;
  const bytes = await sizeOfPackage(call, offered);
  if (bytes === null) return null;
  const address = devices.desk;
  const until = now().getTime() + ticketMinutes * 60_000;
  const ticket = writeTicket(await android.secret(ticketPurpose), { ...offered, address, until });
  const url = `${devices.plain || devices.asked}/api/v1/apps/package/?ticket=${ticket}`;
  const digest = offered.file === null ? null : await call.packages.digestOf(offered.file);
  return {
    version: offered.version,
    url,
    expires: new Date(until).toISOString(),
    qrcode: await qrCodeAddress(url),
    address: digest === null ? address : null,
    bytes,
    sha256: digest ?? (await android.make(offered.version, address)).sha256,
    certificate_sha256: digest === null ? await android.fingerprint() : null,
  };
}

/** Returns what one of the archive's own tickets is for; null for any other ticket. */
export const readPackageTicket = async (
  { android }: Pick<Offering, "android">,
  ticket: string,
): Promise<Ticket | null> => readTicket(await android.secret(ticketPurpose), ticket);
