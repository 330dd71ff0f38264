import type { FullRoute } from "./route.ts";

/** The calls of specification 7, every row of its table but signing in. */
export const specifiedCalls = [
  "GET /users/{id}/",
  "GET /users/",
  "POST /users/",
  "PUT /users/{id}/password/",
  "GET /areas/",
  "GET /areas/{id}/",
  "POST /areas/",
  "DELETE /areas/{id}/",
  "GET /rows/",
  "GET /rows/{id}/",
  "POST /rows/",
  "PATCH /rows/{id}/",
  "DELETE /rows/{id}/",
  "GET /boxes/",
  "GET /boxes/{id}/",
  "POST /boxes/",
  "PATCH /boxes/{id}/",
  "DELETE /boxes/{id}/",
  "GET /boxes/destruction/",
  "POST /boxes/meta/",
  "GET /boxes/overview/",
  "GET /boxes/collectlist/",
  "PATCH /boximages/{id}/",
  "DELETE /boximages/{id}/",
  "POST /boxcontents/",
  "PATCH /boxcontents/{id}/",
  "DELETE /boxcontents/{id}/",
  "GET /customers/",
  "GET /customers/{id}/",
  "POST /customers/",
  "PATCH /customers/{id}/",
  "DELETE /customers/{id}/",
  "POST /deliveries/options/",
  "PATCH /deliveries/options/{id}/",
  "DELETE /deliveries/options/{id}/",
  "GET /deliveries/",
  "GET /deliveries/{id}/",
  "POST /deliveries/",
  "PATCH /deliveries/{id}/",
  "GET /deliveries/{id}/cancel/",
  "GET /deliveries/{id}/note/",
  "POST /services/labelprintV2/",
  "GET /customers/{id}/contentimages/",
  "GET /customers/{id}/archivelist/",
  "GET /customers/{id}/destroylist/",
  "GET /customers/{id}/destroyrequest/",
  "GET /customers/{id}/overview/",
] as const;

const those: ReadonlySet<string> = new Set(specifiedCalls);

/** Says whether a call belongs to specification 7: its client leaves a field unset by omission, by null, or by an empty text. */
export const isSpecified = ({ method, path }: Pick<FullRoute, "method" | "path">): boolean =>
  those.has(`${method} ${path}`);
