import { BlockList, isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import type { Config } from "#server/config.ts";

const context = new BlockList();
for (const [network, width] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  context.addSubnet(network, width);
context.addSubnet("fc00::", 7, "ipv6");

const own = ["localhost", "127.0.0.1", "::1"];

/**
 * Names that on-premises devices may use for this machine. First come names and addresses that an operator wrote, then its addresses in private
 * networks and its local name. Last comes the name that the machine gives itself. The first name is given to devices.
 */
export function machineNames({ tlsNames, host }: Pick<Config, "tlsNames" | "host">): string[] {
  const hears = (address: string, family: string) =>
    host === "::" || isIP(host) === 0 || (host === "0.0.0.0" ? family === "IPv4" : address === host);
  const addresses = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ address, family, internal }) => !internal && context.check(address, family === "IPv6" ? "ipv6" : "ipv4"))
    .filter(({ address, family }) => hears(address, family))
    .sort((one, other) => one.family.localeCompare(other.family)) // IPv4 first: shorter to read and to type
    .map(({ address }) => address);
  return [...new Set([...tlsNames, ...addresses, ...localName(hostname().toLowerCase()), ...own])];
}

/** Multicast DNS finds `archiv.local`; a name with points may be a local one. */
function localName(name: string): string[] {
  if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9-]+)*$/.test(name) || isIP(name)) return [];
  if (!name.includes(".")) return [`${name}.local`];
  return /\.(local|lan|internal|home\.arpa)$/.test(name) ? [name] : [];
}

/** Says whether a name leads to the machine on which it is used. */
export const isOwnName = (name: string): boolean => own.includes(name);
