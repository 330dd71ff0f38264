import type { FastifyInstance } from "fastify";
import { apiHeader, apiLevel } from "#contract/api-level.ts";
import type { Route } from "#contract/route.ts";

export const prefix = "/api/v1";

/** Where Fastify finds a route; a path that has no number there is another path. */
export const urlOf = (route: Route) => prefix + route.path.replaceAll(/\{(\w+)\}/g, ":$1(^\\d+$)");

/** Sends with every reply of the API its level: whoever holds older pages learns that they are. */
export function sendApiLevel(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.url.startsWith(prefix)) void reply.header(apiHeader, apiLevel);
  });
}
