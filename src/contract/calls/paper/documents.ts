import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/paper/documents.ts";

export const listDocuments = route(
  { method: "GET", path: "/documents/", access: "user", writes: false },
  of<typeof schemas.listDocuments>(),
);
