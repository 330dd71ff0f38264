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

test("the provider's address and bank come in lines, however a file of settings parts them; what is not set is none", () => {
  const sender = (env: NodeJS.ProcessEnv) => readConfig(env).sender;
  const lines = ["Lagerweg 12", "28195 Bremen"];
  for (const text of [
    "Lagerweg 12|28195 Bremen",
    "Lagerweg 12\n28195 Bremen",
    "Lagerweg 12\\n28195 Bremen",
    " Lagerweg 12 | |28195 Bremen|",
  ])
    expect(sender({ PROVIDER_ADDRESS: text, PROVIDER_BANK: text })).toMatchObject({ address: lines, bank: lines });
  expect(sender({ PROVIDER_PHONE: " ", PROVIDER_ADDRESS: "" })).toEqual({
    address: [],
    phone: undefined,
    email: undefined,
    bank: [],
  });
});
