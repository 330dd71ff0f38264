import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { oldArchive } from "#test/old-system/archive.ts";
import { oldSystemFor, readerOf } from "#test/old-system/fetching.ts";
import { oldLogin } from "#test/old-system/serve.ts";
import { NotStaff } from "./old-system.ts";

/** A program that gives every request the same answer. */
async function another(status: number, headers: Record<string, string>, body: string): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status, headers).end(body));
  await new Promise<void>((started) => server.listen(0, "127.0.0.1", started));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const html = { "content-type": "text/html" };

test.each<[string, number, Record<string, string>, string, RegExp]>([
  [
    "a web page",
    200,
    html,
    "<!DOCTYPE html><title>Willkommen</title>",
    /eine Webseite, überschrieben mit «Willkommen»/,
  ],
  [
    "a proxy",
    502,
    html,
    "<html><head><title>502 Bad Gateway</title></head>",
    /eine Webseite, überschrieben mit «502 Bad Gateway» \(Antwort 502\)/,
  ],
  [
    "a login page",
    200,
    html,
    '<title>SSO</title><input type="password">',
    /eine Anmeldeseite, überschrieben mit «SSO»/,
  ],
  ["a page that is not there", 404, html, "<h1>Not Found</h1>", /eine Webseite \(Antwort 404\)/],
  ["something that is no JSON", 200, { "content-type": "text/plain" }, "OK", /Die Antwort 200 ist kein JSON/],
  ["JSON of another API", 200, { "content-type": "application/json" }, '{"status":"ok"}', /ein anderes Programm/],
  ["a list", 200, { "content-type": "application/json" }, "[]", /ein anderes Programm/],
  [
    "a link to elsewhere",
    301,
    { location: "https://neu.example/api/v1/api-token-auth/?next=1" },
    "",
    /leitet nach https:\/\/neu\.example\/api\/v1\/api-token-auth\/ weiter/,
  ],
])("the answer of %s is named", async (_name, status, headers, body, said) => {
  await expect(readerOf(await another(status, headers, body)).open()).rejects.toThrow(said);
});

test.each([
  ["http://127.0.0.1:1", /127\.0\.0\.1:1 ist nicht zu erreichen/],
  ["http://gibt-es-nicht.invalid", /gibt-es-nicht\.invalid ist nicht zu erreichen/],
])("%s is not there, and that is said", async (url, said) => {
  await expect(readerOf(url).open()).rejects.toThrow(said);
});

test("a wrong password is reported with what the old system says, and without the password", async () => {
  const old = await oldSystemFor(oldArchive(5));
  const reader = readerOf(old.url, { ...oldLogin, password: "ganz-falsch" });
  await expect(reader.open()).rejects.toThrow(
    /^Login fehlgeschlagen\. Das alte System sagt: Unable to log in with provided credentials\.$/,
  );
});

test("an account that is no staff reads nothing", async () => {
  const old = await oldSystemFor(oldArchive(5), { isStaff: false });
  await expect(readerOf(old.url).open()).rejects.toThrow(NotStaff);
  expect(old.requests).toEqual(["POST /api/v1/api-token-auth/", "GET /api/v1/users/4/"]);
});

test("signing in is found beside the prefix, too, and an account is found that the answer does not name", async () => {
  const old = await oldSystemFor(oldArchive(5), {
    mood: ({ path }) => {
      if (path === "/api/v1/api-token-auth/") return { status: 404, headers: html, body: "" };
      const token = { status: 200, headers: { "content-type": "application/json" }, body: '{"token":"t0ken0"}' };
      return path === "/api-token-auth/" ? token : undefined;
    },
  });
  await expect(readerOf(old.url).open()).rejects.toThrow(NotStaff); // this token reads nothing
  expect(old.requests.slice(0, 3)).toEqual([
    "POST /api/v1/api-token-auth/",
    "POST /api-token-auth/",
    "GET /api/v1/users/",
  ]);
});

test("what an account may not read is no end of its token", async () => {
  const old = await oldSystemFor(oldArchive(5), {
    mood: ({ path }) => (path === "/api/v1/deliveries/" ? { status: 403 } : undefined),
  });
  const reader = readerOf(old.url);
  await reader.open();
  expect((await reader.read("/deliveries/")).status).toBe(403);
  expect(old.signIns()).toBe(1);
  expect((await reader.read("/boxes/{id}/", { id: "4711" })).status).toBe(404);
});

test("an old system that takes no more requests ends the reading, with a sentence", async () => {
  const old = await oldSystemFor(oldArchive(5), { mood: ({ number }) => (number > 2 ? { status: 503 } : undefined) });
  const reader = readerOf(old.url);
  await reader.open();
  await expect(reader.read("/areas/")).rejects.toThrow(/nimmt keine Abrufe mehr an \(Antwort 503\)/);
});
