import { expect, test } from "vitest";
import { all } from "#contract/all.ts";
import type { FullRoute } from "#contract/route.ts";
import { specifiedCalls } from "#contract/specified-calls.ts";
import { pathAddress, allowedPaths, isCall, pathsLeftAlone } from "./allowed-paths.ts";

const routes: readonly FullRoute[] = Object.values(all);
const specified = specifiedCalls.flatMap((call) => (call.startsWith("GET ") ? [call.slice(4)] : []));

test("each GET of specification 7 is allowed, or left alone for a reason", () => {
  expect([...allowedPaths, ...Object.keys(pathsLeftAlone)].toSorted()).toEqual(specified.toSorted());
  for (const reason of Object.values(pathsLeftAlone)) expect(reason.length).toBeGreaterThan(10);
});

test("no allowed path changes anything, by the contract", () => {
  const reading = routes.filter(
    ({ method, path }) => method === "GET" && allowedPaths.some((allowed) => allowed === path),
  );
  expect(reading).toHaveLength(allowedPaths.length);
  expect(reading.filter(({ writes }) => writes)).toEqual([]);
});

test("every GET of the contract that changes something is no link that is followed", () => {
  const acting = routes.filter(({ method, writes }) => method === "GET" && writes);
  expect(acting.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/boxes/destruction/", "/deliveries/{id}/cancel/"]),
  );
  for (const { path } of acting) expect(isCall(`/api/v1${path.replace("{id}", "7")}`)).toBe(true);
});

test.each([
  "/api/v1/boxes/destruction/",
  "/api/v1/boxes/destruction",
  "/api/v1//boxes/DESTRUCTION/",
  "/api/v1/boxes/%64estruction/",
  "/api/v1/boxes%2Fdestruction/",
  "/api/v1/boxes/%2564estruction/",
  "/api/v2/deliveries/7/cancel/",
  "/api/v1/customers/7/destroylist/",
  "/api/v1/boxes/7/",
])("%s is a call", (path) => expect(isCall(path)).toBe(true));

test.each(["/media/boximages/7.jpg", "/api/v1/boximages/7/file/", "/api/v1/rows/7/qrcode/", "/media/%zz.jpg"])(
  "%s may be a picture",
  (path) => expect(isCall(path)).toBe(false),
);

test("an id and a query cannot lead an allowed path elsewhere", () => {
  const address = pathAddress(new URL("https://alt.example/api/v1"), "/boxes/{id}/", {
    id: "../destruction",
    query: { a: "&b" },
  });
  expect(address.href).toBe("https://alt.example/api/v1/boxes/..%2Fdestruction/?a=%26b");
});
