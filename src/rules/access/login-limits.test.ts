import { expect, test } from "vitest";
import { addressKey, delayAfter } from "./login-limits.ts";

test("a name's tries are slowed from the tenth failure on, ever more, and never by more than five seconds", () => {
  const delays = [0, 1, 9, 10, 11, 12, 13, 14, 1000].map(delayAfter);
  expect(delays).toEqual([0, 0, 0, 500, 1000, 2000, 4000, 5000, 5000]);
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("the address %s counts as %s", (address, key) => expect(addressKey(address)).toBe(key));
