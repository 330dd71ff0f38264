import { describe, expect, test } from "vitest";
import * as refusedHook from "#rules/texts/webhook-refusals.ts";
import { type TargetRules, webhookTarget } from "./webhook-address.ts";

const rules: TargetRules = {
  publicUrl: "https://localhost",
  port: 8080,
  tlsPort: 8443,
  webhookPrivate: ["localhost"],
};
const own = refusedHook.ownAddress.message;

describe("a webhook to the host of the archive itself", () => {
  test.each(["https://localhost:9443/hook", "http://localhost:9000/hook"])(
    "reaches %s where the operator has named it, for staff",
    async (address) => {
      expect((await webhookTarget(address, rules, true)).url.href).toBe(address);
      await expect(webhookTarget(address, rules, false)).rejects.toThrow(own);
      await expect(webhookTarget(address, { ...rules, webhookPrivate: [] }, true)).rejects.toThrow(own);
    },
  );

  test.each([
    "https://localhost/hook",
    "http://localhost/hook",
    "https://localhost.:443/hook",
    "http://localhost:8080/hook",
    "https://localhost:8443/hook",
  ])("never reaches the archive at %s", async (address) => {
    for (const isOfStaff of [true, false]) await expect(webhookTarget(address, rules, isOfStaff)).rejects.toThrow(own);
  });

  test("is refused as ours where its name leads nowhere", async () => {
    const away = { ...rules, publicUrl: "https://gibt-es-nicht.invalid" };
    await expect(webhookTarget("https://gibt-es-nicht.invalid:9443/hook", away, true)).rejects.toThrow(own);
  });
});
