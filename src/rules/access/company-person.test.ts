import { describe, expect, test } from "vitest";
import { companyPerson, isOfDomain } from "./company-person.ts";

// the claims of ID tokens as these programs write them
const keycloak = {
  iss: "https://sso.example.com/realms/haus",
  sub: "f:2b1c:erika",
  email_verified: true,
  name: "Erika Muster",
  preferred_username: "erika",
  given_name: "Erika",
  family_name: "Muster",
  email: "Erika.Muster@example.com",
};
const entra = {
  iss: "https://login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0",
  sub: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
  oid: "00000000-0000-0000-66f3-3332eca7ea81",
  tid: "9122040d-6c67-4c5b-b112-36a304b66dad",
  name: "Erika Muster",
  preferred_username: "erika.muster@example.com",
  email: "erika.muster@example.com",
};
const authentik = {
  iss: "https://auth.example.com/application/o/magazin/",
  sub: "3c6e0b8a9c15224a8228b9a98ca1531d",
  email: "erika.muster@example.com",
  email_verified: true,
  name: "Erika Muster",
  given_name: "Erika Muster",
  preferred_username: "erika",
  groups: ["staff"],
};

describe("the person of an ID token", () => {
  test.each([
    ["Keycloak", keycloak, "f:2b1c:erika", "erika.muster@example.com", "Erika", "Muster"],
    [
      "Entra, which proves no address",
      entra,
      "9122040d-6c67-4c5b-b112-36a304b66dad:00000000-0000-0000-66f3-3332eca7ea81",
      null,
      "",
      "Erika Muster",
    ],
    ["Authentik", authentik, authentik.sub, "erika.muster@example.com", "", "Erika Muster"],
    [
      "one without any name",
      { sub: "7", email: "erika@example.com", email_verified: true },
      "7",
      "erika@example.com",
      "",
      "erika",
    ],
    ["a bare subject", { sub: "7" }, "7", null, "", "7"],
  ])("of %s", (_, claims, subject, email, firstName, lastName) => {
    expect(companyPerson(claims)).toEqual({ subject, email, firstName, lastName });
  });

  test.each([undefined, false, "true", 1, null])("has no address where email_verified is %j", (email_verified) => {
    expect(companyPerson({ ...keycloak, email_verified })?.email).toBeNull();
  });

  test.each(["erika", "erika@example.com\r\nBcc: x@example.com", "a b@example.com", ""])(
    "has no address %j",
    (email) => {
      expect(companyPerson({ ...keycloak, email })?.email).toBeNull();
    },
  );

  test("is nobody without a subject, and in Entra not the same as in another tenant", () => {
    expect(companyPerson({ email: "erika@example.com", email_verified: true })).toBeNull();
    expect(companyPerson({ ...entra, tid: "other" })?.subject).not.toBe(companyPerson(entra)?.subject);
  });
});

test("a domain is that one, and none below or behind it", () => {
  const of = (email: string) => isOfDomain(email, "Example.com");
  expect(of("erika@example.com")).toBe(true);
  expect(["erika@mail.example.com", "erika@badexample.com", "erika@example.com.evil.org"].map(of)).toEqual([
    false,
    false,
    false,
  ]);
});
