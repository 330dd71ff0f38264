import { expect, test } from "vitest";
import { normalPassword, findWeakness } from "./passwords.ts";

const owner = {
  email: "erika.mustermann@stadtwerke-bremen.de",
  first_name: "Erika",
  last_name: "Meyer-Mustermann",
  productTitle: "Mein Archiv",
  providerName: "Nordlicht Aktenlager GmbH",
};
const common = new Set(["password", "sommer", "12345678", "fussball", "1qaz2wsx"]);
const weakness = (password: string) => findWeakness(password, owner, (word) => common.has(word));

test.each([
  ["password", "common"],
  ["PassWord", "common"],
  ["Sommer2026!", "common"],
  ["sommer!!2026", "common"],
  ["12345678", "common"],
  ["12345678!", "common"],
  ["1qaz2wsx", "common"],
  ["Fußball1", "common"],
  ["Erika.Mustermann@Stadtwerke-Bremen.de", "email"],
  ["erika.mustermann1", "email"],
  ["Stadtwerke2026", "email"],
  ["Bremen-2026", "email"],
  ["Mustermann1", "email"],
  ["Meyer2026!", "name"],
  ["meyermustermann", "name"],
  ["Erika Meyer-Mustermann", "name"],
  ["Erika1234", "email"],
  ["mein-archiv-1", "title"],
  ["MeinArchiv", "title"],
  ["sommerregen", null],
  ["2026sommer", null],
  ["Quittenbaum-17", null],
  ["de123456", null],
  ["!!!!!!!!", "common"],
  ["88888888", "common"],
  ["        ", "common"],
  ["12341234", "common"],
  ["abababab", "common"],
  ["Sommersommer", "common"],
  ["abcdefgh", "common"],
  ["hgfedcba", "common"],
  ["Abcdefgh1!", "common"],
  ["45678901", "common"],
  ["qwertzuiop", "common"],
  ["lkjhgfds", "common"],
  ["nordlicht", "provider"],
  ["Aktenlager2026!", "provider"],
  ["Nordlicht-Aktenlager", "provider"],
  ["Lichtung-im-Moor", null],
  ["Quittenbaum-17Quittenbaum-17", null],
  ["abcdxyz-Kiste", null],
  ["zwölf Boxen im Keller", null],
])("the password %s is weak because of: %s", (password, why) => expect(weakness(password)).toBe(why));

test("a password is the same, whether its umlauts were typed as one sign or as two", () => {
  expect(normalPassword("Gemu\u0308se-Kiste")).toBe(normalPassword("Gem\u00fcse-Kiste"));
});
