import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;

const hall = "Geheimhalle";
const foreign = "Fremdfirma";
const worker = "Lagermann";
let client: Client;
let mine: { id: number; code: number; name: string };
let boxes: { id: number; code: string }[];
let theirs: { id: number; code: string; owner: { id: number; code: number } };

beforeAll(async () => {
  const row = await a.row({ area: await a.area({ name: hall }), number: 98_765 });
  const author = await a.user({ isStaff: true, firstName: "Willi", lastName: worker });
  mine = await a.customer({ code: 42, name: "Eigene Firma", notes: "geheime Notiz" });
  boxes = [];
  for (const state of [0, 1, 2, 3, 4, 5, 6, 7] as const) {
    const box = await a.box({ owner: mine, state, author, place: await a.place({ row }) });
    await a.content({ box, text: "Eigene Akte" });
    await a.image({ box });
    boxes.push(box);
  }
  const other = await a.customer({ code: 43, name: foreign });
  theirs = await a.box({ owner: other, state: 1, author, place: await a.place({ row }) });
  await a.content({ box: theirs, text: "Fremde Akte" });
  const asked = await a.content({ box: await a.box({ owner: other, state: 1, author }), text: "Fremde Akte 2" });
  await a.delivery({ owner: other, boxes: [await a.box({ owner: other, state: 1 })], contents: [asked], state: 1 });
  client = await server.asCustomer(mine);
});

const get = (path: string) => client.raw("GET", `/api/v1${path}`);
const secret = new RegExp(
  [hall, "98765", foreign, worker, "Willi", "Fremde", "geheime Notiz", '"(position|row|part|height|area|place)"'].join(
    "|",
  ),
);

function expectNothingSecret(answer: Answer, about: string): void {
  expect(answer.text, about).not.toMatch(secret);
}

describe("a customer user", () => {
  test("finds no place and nothing foreign in any list, detail, history or count", async () => {
    const { results } = (await get("/deliveries/")).body as { results: { id: number; customer: object }[] };
    const [delivery = { id: 0, customer: {} }] = results;
    expect(results.map(({ customer }) => customer)).toEqual([{ id: mine.id, code: mine.code, name: mine.name }]);
    const paths = [
      "/boxes/",
      "/boxes/?limit=1000&order_by=-customer",
      "/boxes/?state=1",
      "/boxes/?state=7",
      "/boxes/overview/",
      `/boxes/?query=${encodeURIComponent("{id,code,content{text}}")}`,
      "/customers/",
      `/customers/${mine.id}/`,
      "/deliveries/",
      "/deliveries/?limit=1000&order_by=-customer",
      `/deliveries/${delivery.id}/`,
      `/users/${client.userId}/`,
      ...boxes.flatMap(({ id, code }) => [`/boxes/${id}/`, `/scans/resolve/?code=${code}`]),
    ];
    for (const path of paths) {
      const answer = await get(path);
      expect(answer.status, path).toBe(200);
      expectNothingSecret(answer, path);
    }
  });

  test("reads in the history what happened and `Archiv` instead of a name, but the own people's names", async () => {
    const box = await a.box({ owner: mine, state: 1, author: { id: client.userId } });
    const [stored, ordered] = [boxes[1], boxes[4]];
    const history = async (id = 0) =>
      ((await get(`/boxes/${id}/`)).body as { history: { state: number; user: unknown; meta: unknown }[] }).history;
    const archive = { first_name: "Archiv", last_name: "" };
    expect((await history(stored?.id)).map(({ state, user, meta }) => [state, user, meta])).toEqual([
      [0, archive, null],
      [1, archive, null],
      [23, null, { from: null, to: "Eigene Akte" }],
      [25, null, { from: null, to: "Bild" }],
    ]);
    expect((await history(ordered?.id))[2]).toMatchObject({ state: 2, meta: { delivery: expect.any(Number) } });
    expect((await history(box.id))[0]?.user).toEqual({ first_name: "Erika", last_name: "Muster" });
  });

  test("learns nothing by choosing fields: there is no place to be chosen", async () => {
    for (const query of [
      "{position}",
      "{id,position{row{area{name}}}}",
      "{history{meta{area}}}",
      "{history{meta{row,part,height}}}",
    ]) {
      for (const path of ["/boxes/", `/boxes/${boxes[1]?.id}/`]) {
        const answer = await get(`${path}?query=${encodeURIComponent(query)}`);
        expect([200, 400]).toContain(answer.status);
        expect(answer.text, query).not.toMatch(/Geheimhalle|98765|"(part|height|row|area)":/);
        const unplaced = await get(
          `/boxes/${path === "/boxes/" ? "?state=0&" : `${boxes[0]?.id}/?`}query=${encodeURIComponent(query)}`,
        );
        expect(unplaced.status, "whether a box has a place must not show").toBe(answer.status);
      }
    }
  });

  test("cannot sort by place, nor distinguish places by filters", async () => {
    for (const order of ["area", "-area"]) {
      const answer = await get(`/boxes/?order_by=${order}`);
      expect([answer.status, answer.body]).toEqual([400, { order_by: ["Ungültig"] }]);
    }
    for (const order of ["position", "row", "part", "height", "placed"])
      expect((await get(`/boxes/?order_by=${order}`)).status).toBe(400);
    for (const place of ["area", "row", "part", "height"]) {
      const answer = await get(`/boxes/?${place}=1`);
      expect([answer.status, answer.headers.get("x-magazin-code")], place).toEqual([400, "unknown_parameter"]);
    }
  });

  test("finds a foreign customer nowhere: filters answer as for one that does not exist", async () => {
    const nothing = { count: 0, count_pages: 1, current_page: 1, results: [] };
    const pairs = [
      [`/boxes/?owner=${theirs.owner.code}`, "/boxes/?owner=4321"],
      [`/boxes/?owner_id=${theirs.owner.id}`, "/boxes/?owner_id=2000000000"],
      [`/boxes/?contain_code=${theirs.code}`, "/boxes/?contain_code=9999999999"],
      ["/boxes/?contain_content=Fremde", "/boxes/?contain_content=nichts"],
      [`/customers/?name=${foreign}`, "/customers/?name=nichts"],
      [`/customers/?code=${theirs.owner.code}`, "/customers/?code=4321"],
      [`/deliveries/?box=${theirs.code}`, "/deliveries/?box=9999999999"],
      ["/deliveries/?content=Fremde", "/deliveries/?content=nichts"],
    ] as const;
    for (const [path, absent] of pairs) {
      const [answer, same] = [await get(path), await get(absent)];
      expect(answer.body, path).toMatchObject({ count: 0, results: [] });
      expect(answer.text, path).toBe(same.text);
    }
    expect((await get(`/boxes/?owner=${theirs.owner.code}`)).body).toEqual(nothing);
    expect((await get(`/scans/resolve/?code=${theirs.code}`)).body).toEqual({ kind: "unknown" });
  });

  test("is counted the own things only", async () => {
    expect((await get("/customers/")).body).toMatchObject({ count: 1, results: [{ id: mine.id }] });
    const overview = (await get("/boxes/overview/")).body as Record<string, number>;
    expect(overview["boxcontents_count"]).toBe(8);
    const { results } = (await get("/boxes/?limit=1000")).body as { results: { owner: { id: number } }[] };
    expect(new Set(results.map(({ owner }) => owner.id))).toEqual(new Set([mine.id]));
  });

  test("loses sight of a customer the moment the assignment ends", async () => {
    const [first, second] = [await a.customer(), await a.customer()];
    const [one, two] = [await a.box({ owner: first }), await a.box({ owner: second })];
    const user = await server.asCustomer(first, second);
    const status = async (id: number) => (await user.raw("GET", `/api/v1/boxes/${id}/`)).status;
    expect([await status(one.id), await status(two.id)]).toEqual([200, 200]);
    await db.write((tx) =>
      tx.deleteFrom("customer_users").where("user_id", "=", user.userId).where("customer_id", "=", first.id).execute(),
    );
    expect([await status(one.id), await status(two.id)]).toEqual([404, 200]);
  });
});
