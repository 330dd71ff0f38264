import multipart from "@fastify/multipart";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { fullRoute } from "#contract/all.ts";
import { uploadImage } from "#contract/calls/stock/images.ts";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { maxInteger } from "#contract/limits.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { answerErrors } from "#server/http/error-answers.ts";
import { readForm } from "./form.ts";
import { pathNumber, selectionOf } from "./input.ts";

test("a path without a number has none, and a number that no thing can have is a thing that is not there", () => {
  const numberOf = (id?: string) => pathNumber({ params: id === undefined ? {} : { id } }, "id");
  expect(numberOf()).toBe(0);
  expect(numberOf("17")).toBe(17);
  expect(numberOf(String(maxInteger))).toBe(maxInteger);
  for (const id of ["0", "017", String(maxInteger + 1), "99999999999"])
    expect(() => numberOf(id), id).toThrow(expect.objectContaining({ status: 404 }));
});

test("a selection of a list names fields of its entries, and nothing beside them", () => {
  const route = fullRoute(listBoxes);
  expect(selectionOf(route, {})).toBeNull();
  expect([...(selectionOf(route, { query: "{id,owner{name}}" })?.keys() ?? [])]).toEqual(["id", "owner"]);
  for (const query of ["{count}", "{id", "{owner{password}}"])
    expect(() => selectionOf(route, { query }), query).toThrow(expect.objectContaining({ status: 400 }));
});

const app = Fastify();
await app.register(multipart, { limits: { files: 2 } });
answerErrors(app, () => {});
app.route({
  method: "POST",
  url: "/",
  handler: async (request) => {
    const { body, file } = await readForm(request, fullRoute(uploadImage));
    return { body, file: file?.toString() ?? null };
  },
});

/** Sends pieces of a form, each a name, a content and for a file its file name. */
async function sendForm(...pieces: readonly (readonly [string, string, string?])[]) {
  const form = new FormData();
  for (const [name, content, fileName] of pieces)
    if (fileName === undefined) form.append(name, content);
    else form.append(name, new Blob([content]), fileName);
  const { headers, body } = new Response(form) as Response & { body: ReadableStream };
  const type = headers.get("content-type") ?? "";
  const payload = Buffer.from(await new Response(body).arrayBuffer());
  return { type, payload };
}

const answerTo = async (type: string, payload: Buffer) =>
  (await app.inject({ method: "POST", url: "/", headers: { "content-type": type }, payload })).json() as unknown;

test("of a form's files the first that has the call's name is taken, and its numbers are numbers", async () => {
  const { type, payload } = await sendForm(["other", "no", "a.png"], ["box_id", "7"], ["image", "yes", "b.png"]);
  expect(await answerTo(type, payload)).toEqual({ body: { box_id: 7 }, file: "yes" });
  const none = await sendForm(["box_id", "x"]);
  expect(await answerTo(none.type, none.payload)).toEqual({ body: { box_id: "x" }, file: null });
});

test("what is no form, has no boundary or is cut off is malformed, and no fault of the server", async () => {
  const { type, payload } = await sendForm(["box_id", "7"], ["image", "yes", "b.png"]);
  const malformed = { non_field_errors: [invalid.malformed] };
  expect(await answerTo("application/json", Buffer.from("{}"))).toEqual(malformed);
  expect(await answerTo("multipart/form-data", payload)).toEqual(malformed);
  expect(await answerTo(type, payload.subarray(0, payload.length - 20))).toEqual(malformed);
});

test("a form that says a field twice is refused by it", async () => {
  const { type, payload } = await sendForm(["box_id", "7"], ["box_id", "8"], ["image", "yes", "b.png"]);
  expect(await answerTo(type, payload)).toEqual({ box_id: [invalid.range] });
});
