import { get, of, post } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/messages.ts";

export const listMessages = get("/messages/", "staff", of<typeof schemas.listMessages>());
export const sendMessageAgain = post(
  "/messages/{id}/send-again/",
  "staff",
  ["messages"],
  of<typeof schemas.sendMessageAgain>(),
);
export const dropMessage = post("/messages/{id}/drop/", "staff", ["messages"], of<typeof schemas.dropMessage>());
