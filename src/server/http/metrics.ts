import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { metricsOfAll, shareMetrics } from "./metrics-of-all.ts";
import { programVersion } from "#server/database/program-version.ts";
import type { House } from "#server/house.ts";

/** `/healthz`, `/readyz` and `/metrics` for whoever watches the process; and a log line a request. */
export function measure(app: FastifyInstance, { db }: House): void {
  const registry = new Registry();
  shareMetrics(registry);
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "How long requests took",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });

  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      "request",
    );
  });

  app.get("/healthz", async () => ({ status: "ok", version: programVersion }));
  app.get("/readyz", async (_request, reply) => {
    const ready = await db.answers();
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "database away" });
  });
  app.get("/metrics", async (_request, reply) => reply.type(registry.contentType).send(await metricsOfAll(registry)));
}
