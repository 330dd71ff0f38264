import { randomUUID } from "node:crypto";
import { deleteBox, editMeta, getBox } from "#contract/calls/stock/boxes.ts";
import { createContent, deleteContent, editContent } from "#contract/calls/stock/contents.ts";
import { deleteImage, uploadImage } from "#contract/calls/stock/images.ts";
import type { Answer, Client, TestServer } from "#test/support/client.ts";
import { type Box, pictureFile, type Spot } from "#test/support/factories.ts";

/** A box with something to act on, and a free place. */
export interface Subject {
  readonly box: Box;
  readonly content: { readonly id: number; readonly text: string };
  readonly image: { readonly id: number };
  readonly free: Spot;
}

type Act = (client: Client, subject: Subject) => Promise<Answer>;

const patch =
  (body: Record<string, unknown>): Act =>
  (client, { box }) =>
    client.send("PATCH", `/api/v1/boxes/${box.id}/`, body);

const scanned =
  (operation: (subject: Subject) => Record<string, unknown>): Act =>
  (client, subject) =>
    client.send("POST", "/api/v1/scans/", { operations: [{ id: randomUUID(), ...operation(subject) }] });

const storing = ({ box, free }: Subject) => ({
  kind: "store",
  code: box.code,
  row: free.row.id,
  part: free.part,
  height: free.height,
});

export const earlier = "2020-02-29";

/** Everything that staff can do to a box, by the names of the tables in `box-life.test`. */
export const boxActions = {
  "PATCH 0": patch({ state: 0 }),
  "PATCH 1": patch({ state: 1 }),
  "PATCH 2": patch({ state: 2 }),
  "PATCH 3": patch({ state: 3, text: "Deckel fehlt" }),
  "PATCH 4": patch({ state: 4 }),
  "PATCH 5": patch({ state: 5 }),
  "PATCH 6": patch({ state: 6 }),
  "PATCH 7": patch({ state: 7 }),
  "PATCH destroyed": patch({ destroyed: earlier }),
  DELETE: (client, { box }) => client.ask(deleteBox, { path: { id: box.id } }),
  store: scanned(storing),
  move: scanned((subject) => ({ ...storing(subject), move: true })),
  release: scanned(({ box }) => ({ kind: "release", code: box.code, text: "abgeholt" })),
  receive: scanned(({ box }) => ({ kind: "receive", code: box.code })),
  "add content": (client, { box }) => client.ask(createContent, { body: { box_id: box.id, text: "Neue Akte" } }),
  "edit content": (client, { content }) =>
    client.ask(editContent, { path: { id: content.id }, body: { text: "Andere Akte" } }),
  "delete content": (client, { content }) => client.ask(deleteContent, { path: { id: content.id } }),
  "add image": async (client, { box }) =>
    client.submit(uploadImage, "/api/v1/boximages/", { box_id: box.id, image: new Blob([await pictureFile()]) }),
  "delete image": (client, { image }) => client.ask(deleteImage, { path: { id: image.id } }),
  meta: (client, { box }) =>
    client.ask(editMeta, {
      body: { customer: { id: box.owner.id }, from: box.number, to: box.number, meta_year: 2019 },
    }),
} satisfies Record<string, Act>;
export type BoxAction = keyof typeof boxActions;

const contentPatch =
  (body: Record<string, unknown>): Act =>
  (client, { content }) =>
    client.send("PATCH", `/api/v1/boxcontents/${content.id}/`, body);

/** Actions on a content. */
export const contentActions = {
  edit: boxActions["edit content"],
  delete: boxActions["delete content"],
  missing: scanned(({ content }) => ({ kind: "missing", content: content.id, text: "nie gesehen" })),
  receive: scanned(({ content }) => ({ kind: "receive", content: content.id })),
} satisfies Record<string, Act>;

/** The states that a content is given by hand. */
export const contentStates = {
  "PATCH 0": contentPatch({ state: 0 }),
  "PATCH 1": contentPatch({ state: 1 }),
  "PATCH 2": contentPatch({ state: 2 }),
  "PATCH 3": contentPatch({ state: 3, reason: "nie gesehen" }),
} satisfies Record<string, Act>;

/** Says whether the action was done, or why not: as the answer of a scan or of any other call says it. */
export function outcomeOf(answer: Answer): "done" | { readonly status: number; readonly refusal: unknown } {
  const { status, body } = answer;
  const [result] = (body as { results?: { status: string; message: string | null }[] } | null)?.results ?? [];
  if (status < 300 && result?.status !== "refused") return "done";
  return { status, refusal: result ? result.message : body };
}

/** The box as staff see it; null where it is gone. */
export async function look(staff: Client, { id }: { readonly id: number }) {
  const { status, body } = await staff.ask(getBox, { path: { id } });
  return status === 404 ? null : body;
}

/** A box with a content, an image and a free place beside it. */
export async function subjectOf({ a }: TestServer, box: Box, state: 0 | 1 | 2 | 3 = 0): Promise<Subject> {
  const content = await a.content({ box, state });
  return { box, content, image: await a.image({ box }), free: await a.place() };
}
