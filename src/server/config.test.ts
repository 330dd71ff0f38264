import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

describe("TRUSTED_PROXIES", () => {
  const read = (text: string) => readConfig({ TRUSTED_PROXIES: text }).trustedProxies;

  test("are addresses, networks and this machine, separated as an operator likes", () => {
    expect(readConfig({}).trustedProxies).toEqual(["loopback"]);
    expect(read("loopback, 10.0.0.7  192.168.0.0/16,2001:db8::/32")).toEqual([
      "loopback",
      "10.0.0.7",
      "192.168.0.0/16",
      "2001:db8::/32",
    ]);
    expect(read(","), "nobody").toEqual([]);
  });

  test.each(["proxy.example", "10.0.0", "10.0.0.0/33", "0.0.0.0/0", "10.0.0.0/8/8", "10.0.0.0/", "all"])(
    "%j is refused at the start",
    (text) => expect(() => read(`loopback ${text}`)).toThrow(`"${text}" is none`),
  );
});
