import * as documents from "#contract/calls/paper/documents.ts";
import { routeHandler } from "#server/http/answers.ts";
import { pageOfDocuments } from "./queries.ts";

export const documentRoutes = [
  routeHandler(documents.listDocuments, ({ db, scope, query, origin }) =>
    pageOfDocuments(db.read, scope, query, origin),
  ),
];
