import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

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
