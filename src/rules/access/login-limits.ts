/** Failed tries a minute that an address may have, and after which a name's tries are slowed (product 8). */
export const maxFailures = 10;
/** Wrong codes of a second factor in `codeWindow` minutes. */
export const maxWrongCodes = 10;
export const codeWindow = 15;

const longestDelay = 5000; // ms

/**
 * Returns the delay of an attempt for a name that has failed so often within a minute. The delay in milliseconds is half a second, doubled each time.
 */
export function delayAfter(failures: number): number {
  return failures < maxFailures ? 0 : Math.min(longestDelay, 500 * 2 ** (failures - maxFailures));
}

/** Returns the key of an address for counting. An IPv6 address counts by its first 64 bits, which one customer of a provider has to themselves. */
export function addressKey(address: string): string {
  const ipv4 = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!address.includes(":")) return address;
  const [before = "", after] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const parts = (text: string | undefined) => (text ? text.split(":") : []);
  const [head, tail] = [parts(before), parts(after)];
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array<string>(zeros).fill("0"), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
