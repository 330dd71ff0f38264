import sharp from "sharp";
import { expect, test } from "vitest";
import { boxBarcode } from "#contract/calls/stock/boxes.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { imageFile, imagePreview, uploadImage } from "#contract/calls/stock/images.ts";
import { rowQrCode } from "#contract/calls/stock/rows.ts";
import { testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

test("a picture is kept by a browser, which asks each time whether its user still may see it", async () => {
  const owner = await a.customer();
  const [box, row] = [await a.box({ owner }), await a.row()];
  const image = await a.image({ box });
  const user = await a.user({ customers: [owner] });
  const people = { mine: await server.as(user), foreign: await server.asCustomer(await a.customer()) };
  const calls = [
    [urlOf(imageFile, { path: image }), `Bild-${image.id}.jpeg`],
    [urlOf(imagePreview, { path: image }), `Bild-${image.id}-klein.jpeg`],
    [urlOf(boxBarcode, { path: { id: box.id } }), `${box.code}.png`],
    [urlOf(rowQrCode, { path: { id: row.id } }), `Reihe-${row.id}.png`],
  ] as const;
  for (const [address, name] of calls) {
    const client = address.includes("rows") ? staff : people.mine;
    const { status, headers } = await client.raw("GET", address);
    expect([status, Object.fromEntries(headers)], address).toMatchObject([
      200,
      {
        "cache-control": "private, no-cache",
        vary: "Authorization",
        etag: expect.stringMatching(/^"\S+"$/),
        "content-disposition": `inline; filename*=UTF-8''${name}`,
        "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      },
    ]);
    const again = { headers: { "if-none-match": `"old", W/${headers.get("etag")}` } };
    const kept = await client.raw("GET", address, again);
    expect([kept.status, kept.text, kept.headers.get("etag")]).toEqual([304, "", headers.get("etag")]);
    expect((await client.raw("GET", address, { headers: { "if-none-match": '"old"' } })).status).toBe(200);
    expect((await people.foreign.raw("GET", address, again)).status).toBe(address.includes("rows") ? 403 : 404);
    expect((await server.anonymous.raw("GET", address, again)).status).toBe(403);
  }
  await staff.call(editCustomer, { path: owner, body: { user_ids: [] } });
  const { headers } = await staff.raw("GET", calls[0][0]);
  const left = { headers: { "if-none-match": headers.get("etag") ?? "" } };
  expect((await people.mine.raw("GET", calls[0][0], left)).status, "after the right was taken").toBe(404);
});

expensive("six pictures of 20 megapixels")("large pictures of many people are decoded one after another", async () => {
  const create = { width: 5000, height: 4000, channels: 3 as const, background: "grey" };
  const file = await sharp({ create }).jpeg().toBuffer();
  const box = await a.box();
  const people = await Promise.all(Array.from({ length: 6 }, () => server.asStaff()));
  let most = 0;
  const look = setInterval(() => (most = Math.max(most, sharp.counters().process)), 1);
  const answers = await Promise.all(
    people.map((client) => client.ask(uploadImage, { body: { box_id: box.id, image: new Blob([file]) } as never })),
  );
  clearInterval(look);
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201));
  expect(most).toBe(1);
});
