import { lookup, type LookupAddress } from "node:dns";
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { promisify } from "node:util";
import * as refusedHook from "#rules/texts/webhook-refusals.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import type { Config } from "#server/config.ts";

const lookUp = promisify(lookup);

/** Addresses closed to access from outside: of version 4 those that are not public, of version 6 all but the public ones. */
const closed = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  closed.addSubnet(network, bits, "ipv4");
const open6 = new BlockList();
open6.addSubnet("2000::", 3, "ipv6");
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  closed.addSubnet(network, bits, "ipv6");

/** Says whether anybody on the internet reaches the address. */
function isPublic({ address, family }: LookupAddress): boolean {
  if (family === 4) return !closed.check(address, "ipv4");
  return open6.check(address, "ipv6") && !closed.check(address, "ipv6");
}

/** An address that must not be notified. */
export class RefusedAddress extends Error {
  readonly why: Reason;

  constructor(why: Reason) {
    super(why.message);
    this.why = why;
  }
}

/** Settings of the operator that decide on targets. */
export type TargetRules = Pick<Config, "webhookPrivate" | "publicUrl" | "port" | "tlsPort">;

/** Local names and networks that may be notified. */
function privateTargets(entries: readonly string[]) {
  const networks = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const version = isIP(address);
    if (version === 0) continue;
    const type = version === 4 ? "ipv4" : "ipv6";
    if (bits === undefined) networks.addAddress(address, type);
    else networks.addSubnet(address, Number(bits), type);
  }
  return {
    hasName: (name: string) => entries.includes(name.toLowerCase()),
    has: ({ address, family }: LookupAddress) => networks.check(address, family === 4 ? "ipv4" : "ipv6"),
  };
}

/** Where a message goes: to one of these addresses, and to no other that the name may have a moment later. */
export interface WebhookTarget {
  readonly url: URL;
  readonly addresses: readonly LookupAddress[];
}

/**
 * The receiver that an address names, resolved once. The local addresses that the operator named only webhooks of staff may notify, also at another port of
 * our own host.
 * @throws RefusedAddress where it is none that may be notified: not https, not public, ourselves
 */
export async function webhookTarget(text: string, rules: TargetRules, isOfStaff: boolean): Promise<WebhookTarget> {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "") throw new RefusedAddress(refusedHook.noAddress);
  if (url.username !== "" || url.password !== "") throw new RefusedAddress(refusedHook.addressWithPassword);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const allowedTargets = privateTargets(isOfStaff ? rules.webhookPrivate : []);
  const our = rules.publicUrl === undefined ? null : URL.parse(rules.publicUrl);
  const isOurHost = our?.hostname === url.hostname.replace(/\.$/, "");
  if (isOurHost && our.port === url.port) throw new RefusedAddress(refusedHook.ownAddress);
  const addresses = await addressesOf(host).catch((error: unknown) => {
    throw isOurHost ? new RefusedAddress(refusedHook.ownAddress) : error;
  });
  const isAllowed = allowedTargets.hasName(host) || addresses.every(allowedTargets.has);
  if (isOurHost && !isAllowed) throw new RefusedAddress(refusedHook.ownAddress);
  if (!isAllowed && !addresses.every(isPublic)) throw new RefusedAddress(refusedHook.privateAddress);
  if (!isAllowed && url.protocol !== "https:") throw new RefusedAddress(refusedHook.plainAddress);
  if (!isAllowed && url.port !== "") throw new RefusedAddress(refusedHook.addressWithPort);
  if (isOurs(url, addresses, rules)) throw new RefusedAddress(refusedHook.ownAddress);
  return { url, addresses };
}

async function addressesOf(host: string): Promise<LookupAddress[]> {
  const addresses = await lookUp(host, { all: true, order: "verbatim" }).catch(() => []);
  if (addresses.length === 0) throw new RefusedAddress(refusedHook.unknownHost);
  return addresses;
}

/** Says whether a listener of this server is at the address. */
function isOurs(url: URL, addresses: readonly LookupAddress[], { port, tlsPort }: TargetRules): boolean {
  const asked = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (asked !== port && asked !== tlsPort) return false;
  const own = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
  return addresses.some(({ address }) => own.includes(address) || address.startsWith("127."));
}
