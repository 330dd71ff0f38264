import { get, of } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/paper/documents.ts";

export const listDocuments = get("/documents/", "user", of<typeof schemas.listDocuments>());
