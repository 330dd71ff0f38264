import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { urlOf as routedAs } from "#server/http/api-address.ts";
import { testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { firstOfEach } from "#test/support/extent.ts";
import { walked } from "#test/support/tiers.ts";
import { calls, exampleOf } from "./examples.ts";
import { person } from "./people.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await person(server, { isStaff: true });

const verbs = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

describe("methods and paths", () => {
  const paths = [...Map.groupBy(calls, ([, { path }]) => path)].map(([path, [...own]]) => {
    const allowed = own.flatMap(([, { method, writes }]) => (method === "GET" && !writes ? ["GET", "HEAD"] : [method]));
    return { path, allowed, others: verbs.filter((verb) => !allowed.includes(verb)) };
  });
  const exampleUrl = (path: string) => `/api/v1${path.replaceAll(/\{\w+\}/g, "1")}`;

  test("the router has for each path the methods that the contract gives it, and no other one", () => {
    for (const [, route] of calls) {
      const { allowed } = paths.find(({ path }) => path === route.path) ?? {};
      const found = verbs.filter((method) => server.app.hasRoute({ method, url: routedAs(route) }));
      expect(found.toSorted(), route.path).toEqual(allowed?.toSorted());
    }
  });

  test("every path refuses a method that it does not have with a 405 that says which it has", async () => {
    for (const { path, allowed, others } of paths) {
      const [method = "OPTIONS"] = others.slice(-1);
      const { statusCode, headers } = await server.app.inject({ method, url: exampleUrl(path) });
      const said = String(headers["allow"]).split(", ");
      expect([statusCode, said.toSorted()], `${method} ${path}`).toEqual([405, allowed.toSorted()]);
    }
  });

  // one handler refuses them all
  const byMethods = firstOfEach(paths, ({ path, allowed }) => `${allowed.join()} ${path.includes("{")}`);
  test.each(byMethods)("$path refuses each method that it does not have", async ({ path, allowed, others }) => {
    for (const method of others) {
      const answer = await staff.client.raw(method, exampleUrl(path));
      expect(answer.status, method).toBe(405);
      expect(answer.headers.get("allow")?.split(", ").sort()).toEqual(allowed.toSorted());
      if (method !== "HEAD") expect(answer.body).toEqual({ detail: "Nicht erlaubt!" });
    }
  });

  test.each([
    "/api/v1/",
    "/api/v1/nothing/",
    "/api/v1/boxes",
    "/api/v1/boxes/1",
    "/api/v1/boxes/1/2/3/",
    "/api/v2/boxes/",
    "/api",
    "/api/v1//boxes/",
    "/api/v1/BOXES/",
  ])("%s does not exist, for any method", async (url) => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await staff.client.raw(method, url);
      expect([answer.status, answer.body], method).toEqual([404, { detail: "Nicht gefunden!" }]);
    }
  });

  const reading = walked(calls.filter(([, { method, writes }]) => method === "GET" && !writes));

  describe("of a call that reads", () => {
    const urls = new Map<string, string>();
    let before: unknown;
    beforeAll(async () => {
      for (const [name, route] of reading) urls.set(name, urlOf(route, await exampleOf(name, a, staff)));
      await a.box({ state: 7 });
      before = await everything();
    });

    test.each(reading)("HEAD of %s answers as GET does, without a body", async (name) => {
      const url = urls.get(name) ?? "";
      const [got, head] = [await staff.client.raw("GET", url), await staff.client.raw("HEAD", url)];
      expect([got.status, head.status, head.text]).toEqual([200, 200, ""]);
      expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"));
    });

    test("neither has changed anything", async () => {
      expect(await everything()).toEqual(before);
    });
  });

  const byAccess = firstOfEach(reading, ([, { access }]) => access);
  test.each(byAccess)("HEAD of %s is answered to whom GET is", async (name, route) => {
    const url = urlOf(route, await exampleOf(name, a, staff));
    expect((await server.anonymous.raw("HEAD", url)).status).toBe(route.access === "open" ? 200 : 403);
  });
});

/** A fingerprint of every table that a call may change. */
async function everything() {
  const tables = [
    "users",
    "tokens",
    "customers",
    "customer_users",
    "areas",
    "rows",
    "boxes",
    "contents",
    "images",
    "history",
    "scans",
    "deliveries",
    "delivery_boxes",
    "delivery_contents",
    "delivery_events",
  ];
  const fingerprint = (table: string) =>
    sql`select md5(string_agg(t::text, chr(10) order by t::text)) from ${sql.table(table)} t`
      .execute(db.read)
      .then(({ rows }) => rows[0]);
  return Promise.all(tables.map(async (table) => [table, await fingerprint(table)]));
}
