import { createHash, type KeyObject } from "node:crypto";
import { isIP } from "node:net";
import { bits, der, explicitTag, implicitTag, oid, sequence, tag, yes } from "./der.ts";

// Extensions that a certificate adds to its key and its name (RFC 5280, 4.2).

function extension(name: string, value: Uint8Array, isCritical = false): Buffer {
  return sequence(oid(name), ...(isCritical ? [yes] : []), der(tag.octets, value));
}

const keyId = (key: KeyObject) =>
  createHash("sha1")
    .update(key.export({ type: "spki", format: "der" }))
    .digest();

/** Returns the extensions of an authority, with what it vouches for: names and what ends in them, addresses and networks. */
export function authorityExtensions(key: KeyObject, vouchesFor: readonly string[]): Buffer[] {
  const signsCertificates = bits(Buffer.from([0b0000_0110]), 1);
  return [
    extension("2.5.29.19", sequence(yes, noFurther), true),
    extension("2.5.29.15", signsCertificates, true),
    extension("2.5.29.37", sequence(serverAuth)),
    extension("2.5.29.14", der(tag.octets, keyId(key))),
    extension(
      "2.5.29.30",
      sequence(explicitTag(0, ...[...vouchesFor.map(permittedName), ...noMail].map((each) => sequence(each)))),
      true,
    ),
  ];
}

/** Returns the extensions of a server that is called by these names and addresses. */
export function serverExtensions(authority: KeyObject, names: readonly string[]): Buffer[] {
  const signs = bits(Buffer.from([0b1000_0000]), 7);
  return [
    extension("2.5.29.17", sequence(...names.map(generalName))),
    extension("2.5.29.19", sequence(), true),
    extension("2.5.29.15", signs, true),
    extension("2.5.29.37", sequence(serverAuth)),
    extension("2.5.29.35", sequence(implicitTag(0, keyId(authority)))),
  ];
}

const [mailName, dnsName, uriName, ipAddress] = [1, 2, 6, 7] as const;
const serverAuth = oid("1.3.6.1.5.5.7.3.1");
/** Under an on-premises authority there is no other. */
const noFurther = der(tag.integer, Buffer.from([0]));
/**
 * Addresses of mail and of the web that belong to nobody: those of the machine itself. Where no address of a kind is permitted, every address of that
 * kind would be.
 */
const noMail = [implicitTag(mailName, Buffer.from("localhost")), implicitTag(uriName, Buffer.from("localhost"))];

const generalName = (name: string) =>
  isIP(name) ? implicitTag(ipAddress, addressBytes(name)) : implicitTag(dnsName, Buffer.from(name));

/** `lan` permits itself and what ends in `.lan`; `10.0.0.0/8` a network, an address itself alone. */
function permittedName(each: string): Buffer {
  const [address = "", width] = each.split("/");
  if (isIP(address) === 0) return generalName(each);
  const bytes = addressBytes(address);
  const ones = width === undefined ? bytes.length * 8 : Number(width);
  const mask = bytes.map((_, at) => 0xff & (0xff00 >> Math.min(8, Math.max(0, ones - at * 8))));
  return implicitTag(ipAddress, Buffer.concat([bytes, mask]));
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split(".").map(Number));
  const [before = "", after] = address.split("::");
  const words = (text: string | undefined) => (text ? text.split(":") : []);
  const [head, end] = [words(before), words(after)];
  const zeros = Array.from({ length: 8 - head.length - end.length }, () => "0");
  return Buffer.from([...head, ...zeros, ...end].map((word) => word.padStart(4, "0")).join(""), "hex");
}
