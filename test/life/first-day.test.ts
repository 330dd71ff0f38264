import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

// A box's first day with nothing but the calls of the specification, spelled out as another program would send them.
const { db } = await testDatabase();
const server = await testServer(db);

interface Box {
  id: number;
  code: string;
  state: number;
  position: { part: number; height: number; row: { id: number } } | null;
  history: { state: number }[];
}
interface List {
  count: number;
  count_pages: number;
  current_page: number;
  results: Box[];
}

test("hall, row, customer, 100 boxes, 60 of them on their places, and found again", async () => {
  await server.a.user({ email: "lager@example.com", password: "passwort1", isStaff: true });
  const login = await server.anonymous.send("POST", "/api-token-auth/", {
    username: "Lager@Example.com",
    password: "passwort1",
  });
  const { token } = login.body as { token: string };
  const authorization = { authorization: `token ${token}` };

  const send = async <T>(method: string, path: string, status: number, body?: unknown): Promise<T> => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { ...authorization, ...(body === undefined ? {} : { "content-type": "application/json" }) };
    const answer = await server.anonymous.raw(method, `/api/v1${path}`, { headers, ...json });
    expect(answer.status, answer.text).toBe(status);
    return answer.body as T;
  };

  const area = await send<{ id: number }>("POST", "/areas/", 201, { name: "Halle 1" });
  const row = await send<{ id: number }>("POST", "/rows/", 201, { number: 3, reverse: false, areaId: area.id });
  const customer = await send<{ id: number }>("POST", "/customers/", 201, { name: "Stadtwerke Bremen", code: "42" });
  const boxes = await send<Box[]>("POST", "/boxes/", 201, {
    owner: customer.id,
    owner_id: customer.id,
    start: 0,
    amount: 100,
    size: 400,
  });
  expect(boxes.map(({ code }) => code)).toEqual(
    Array.from({ length: 100 }, (_, index) => `0042${String(index + 1).padStart(6, "0")}`),
  );

  const operations = boxes.slice(0, 60).map(({ code }, index) => ({
    id: randomUUID(),
    kind: "store",
    code,
    row: row.id,
    part: Math.floor(index / 5) + 1,
    height: (index % 5) + 1,
  }));
  const scan = () =>
    send<{ results: { status: string; state: number; again: boolean }[] }>("POST", "/scans/", 200, { operations });
  const scanned = await scan();
  expect(scanned.results.every(({ status, state }) => status === "done" && state === 1)).toBe(true);
  expect((await scan()).results).toEqual(scanned.results.map((result) => ({ ...result, again: true })));

  const list = (query: string) => send<List>("GET", `/boxes/?${query}`, 200);
  const first = await list("");
  expect([first.count, first.count_pages, first.current_page, first.results.length]).toEqual([100, 4, 1, 30]);
  const last = await list("limit=30&offset=90&order_by=-code&owner=42");
  expect(last.results.map(({ code }) => code)).toEqual(
    boxes
      .slice(0, 10)
      .map(({ code }) => code)
      .toReversed(),
  );
  expect((await list("state=1")).count).toBe(60);
  expect((await list("state=0&order_by=area")).count).toBe(40);
  expect((await list("owner=42&min_number=51&max_number=70&state=1")).results.map(({ code }) => code)).toEqual(
    boxes.slice(50, 60).map(({ code }) => code),
  );
  expect((await list("contain_code=0042.000.100")).results.map(({ id }) => id)).toEqual([boxes[99]?.id]);

  for (const [index, { id }] of boxes.entries()) {
    const box = await send<Box>("GET", `/boxes/${id}/`, 200);
    expect(box.history.map(({ state }) => state)).toEqual(index < 60 ? [0, 1] : [0]);
    const place = { part: Math.floor(index / 5) + 1, height: (index % 5) + 1, row: { id: row.id } };
    if (index < 60) expect(box.position).toMatchObject(place);
    else expect(box.position).toBeNull();
  }
  expect(await send("GET", `/rows/${row.id}/`, 200)).toMatchObject({ positions_count: 60 });
  expect(await send("GET", `/areas/${area.id}/`, 200)).toMatchObject({ rows_count: 1, boxes_count: 60 });
  expect(await send("GET", `/customers/${customer.id}/`, 200)).toMatchObject({ count_boxes: 100, count_meters: 24 });
  expect(await send("GET", "/boxes/overview/", 200)).toMatchObject({
    boxes_in_stock_count: 60,
    boxes_created_count: 40,
  });
  await send("DELETE", `/boxes/${boxes[99]?.id}/`, 204);
  await send("DELETE", `/boxes/${boxes[0]?.id}/`, 400);
  await send("POST", "/logout/", 204);
  await send("GET", "/boxes/", 403);
});
