import { describe, expect, test } from "vitest";
import { canSignInBy, isEmail, normalEmail } from "./users.ts";

describe("an e-mail address", () => {
  test("that was taken when more of them were still signs its user in", () => {
    expect([canSignInBy("müller@example.com"), isEmail("müller@example.com")]).toEqual([true, false]);
    expect(canSignInBy("anna")).toBe(false);
  });

  test("is the same in any case, with blanks around it and in any Unicode form", () => {
    expect(normalEmail(" Anna.Schmidt@Example.COM ")).toBe("anna.schmidt@example.com");
    expect(normalEmail("mu\u0308ller@example.com")).toBe(normalEmail("M\u00dcLLER@example.com"));
    expect(normalEmail("J\u030can@example.com")).toBe("\u01f0an@example.com");
  });

  test.each(["a@b.de", "anna.schmidt+archiv@mail.example.com", "mueller@exämple.de"])("can be %s", (text) => {
    expect(isEmail(text)).toBe(true);
  });

  test.each([
    "",
    "anna",
    "anna@",
    "@b.de",
    "anna@b",
    "an na@b.de",
    "a@b@c.de",
    "anna@b.",
    "<a@b.de>",
    "gruppe:b@x.de;",
    "a@[127.0.0.1]",
    "müller@b.de",
    "a@b.de,c@d.de",
    "a@b..de",
    `${"a".repeat(200)}@b.de`,
  ])("cannot be %s", (text) => {
    expect(isEmail(text)).toBe(false);
  });
});
