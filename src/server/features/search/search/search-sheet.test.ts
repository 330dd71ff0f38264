import { describe, expect, test } from "vitest";
import { sheetOfSearch } from "#contract/calls/search/search.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

describe("what is found as a spreadsheet", () => {
  const linesOf = async (client: Client, query: object) => {
    const { bytes } = await client.download(sheetOfSearch, { query: { format: "csv", ...query } });
    return bytes.toString().replace("\ufeff", "").trim().split("\r\n");
  };

  test("has every result with its whole text, places for staff alone, and nothing of others", async () => {
    const [owner, other] = [await a.customer({ code: 8801, name: "Tabellenwerk" }), await a.customer()];
    const row = await a.row({ area: await a.area({ name: "Tabellenhalle" }), number: 4 });
    const box = await a.box({ owner, number: 5, state: 1, place: { row, part: 2, height: 1 } });
    const long = `Tabellenakte ${"lang ".repeat(60)}Ende`;
    await a.content({ box, text: long });
    await a.content({ box: await a.box({ owner: other }), text: "Tabellenakte fremd" });
    const [head, ...rows] = await linesOf(staff, { q: "tabellenakte", customer: 8801 });
    expect(head).toBe("Art;Treffer;Box;Kundennummer;Kunde;Status;Bereich;Reihe;Teil;Höhe");
    expect(rows).toEqual([`Inhalt;${long};8801.000.005;8801;Tabellenwerk;eingelagert;Tabellenhalle;4;2;1`]);
    const own = await server.asCustomer(owner);
    expect(await linesOf(own, { q: "tabellenakte" })).toEqual([
      "Art;Treffer;Box;Kundennummer;Kunde;Status",
      `Inhalt;${long};8801.000.005;8801;Tabellenwerk;eingelagert`,
    ]);
    expect(await linesOf(own, { q: `kunde:${other.code} tabellenakte` })).toHaveLength(1);
    expect(await linesOf(own, { q: "x" })).toHaveLength(1);
  });
});
