import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/messages.ts";

export const listMessages = route(
  { method: "GET", path: "/messages/", access: "staff", writes: false },
  of<typeof schemas.listMessages>(),
);

const changes = { method: "POST", access: "staff", writes: true, touches: ["messages"] } as const;

export const sendMessageAgain = route(
  { ...changes, path: "/messages/{id}/send-again/" },
  of<typeof schemas.sendMessageAgain>(),
);

export const dropMessage = route({ ...changes, path: "/messages/{id}/drop/" }, of<typeof schemas.dropMessage>());
