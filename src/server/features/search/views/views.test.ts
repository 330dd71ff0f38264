import { describe, expect, test } from "vitest";
import { deleteView, listViews, saveView } from "#contract/calls/search/views.ts";
import { maxViews } from "#contract/limits.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const save = (name: string, search = "state=1", client = staff) =>
  client.call(saveView, { body: { list: "boxes", name, search } });
const names = async (client: Client) =>
  (await client.call(listViews, { query: { list: "boxes" } })).results.map(({ name }) => name);

describe("the saved views of a list", () => {
  test("are one's own: nobody else sees or deletes them, staff neither", async () => {
    const owner = await a.customer();
    const [one, other] = [await server.asCustomer(owner), await server.asCustomer(owner)];
    const { id } = await save("Offene Boxen", "state=4", one);
    expect([await names(one), await names(other), await names(staff)]).toEqual([["Offene Boxen"], [], []]);
    for (const client of [other, staff]) {
      expect((await client.ask(deleteView, { path: { id } })).status).toBe(404);
      await save("Offene Boxen", "state=1", client);
    }
    expect((await one.call(listViews, {})).results).toEqual([
      { id, list: "boxes", name: "Offene Boxen", search: "state=4" },
    ]);
    await one.call(deleteView, { path: { id } });
    expect([await names(one), await names(other)]).toEqual([[], ["Offene Boxen"]]);
  });

  test("stand by their names as Germans sort them, and a name that is saved again is the same view", async () => {
    const client = await server.asStaff();
    const { id } = await save("Ärztehaus 10", "owner=1", client);
    for (const name of ["Ärztehaus 2", "Zebra", "bahn"]) await save(name, "", client);
    expect((await save(" Ärztehaus 10 ", "owner=2", client)).id).toBe(id);
    expect(await names(client)).toEqual(["Ärztehaus 2", "Ärztehaus 10", "bahn", "Zebra"]);
  });

  expensive("a hundred saved views")(
    "have a name and a length, are of a list that there is, and not endlessly many",
    async () => {
      const client = await server.asStaff();
      const body = { list: "boxes", name: "Voll", search: "" } as const;
      const cases = { name: " ", search: "x".repeat(2001), list: "secrets" };
      for (const [field, value] of Object.entries(cases))
        expect(await client.refusal(saveView, { body: { ...body, [field]: value } })).toHaveProperty(field);
      for (let number = 1; number <= maxViews; number++) await save(`Ansicht ${number}`, "", client);
      expect(await client.refusal(saveView, { body })).toEqual({
        non_field_errors: [`Mehr als ${maxViews} Ansichten können nicht gespeichert werden.`],
      });
      await save("Ansicht 7", "state=2", client);
      expect((await names(client)).length).toBe(maxViews);
    },
  );

  test("go with their user", async () => {
    const user = await a.user({ isStaff: true });
    await a.view(user);
    await db.write((tx) => tx.deleteFrom("users").where("id", "=", user.id).execute());
    const left = await db.read.selectFrom("saved_views").select("id").where("user_id", "=", user.id).execute();
    expect(left).toEqual([]);
  });
});
