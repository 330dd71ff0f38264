import cluster from "node:cluster";
import { once } from "node:events";
import type { FastifyInstance } from "fastify";
import { AggregatorRegistry, type Registry } from "prom-client";
import { login } from "#contract/calls/access/session.ts";
import { codeHeader } from "#rules/texts/refusals.ts";
import { programVersion } from "#server/database/program-version.ts";
import type { AppContext } from "#server/http/app-context.ts";
import { isFromHere } from "#server/http/addresses.ts";
import { same } from "#server/http/csrf.ts";
import { isForeign } from "#server/database/audit/foreign.ts";
import { prefix, urlOf } from "#server/http/api-address.ts";
import { notFound } from "#server/http/errors.ts";
import type { Jobs } from "#server/watching/jobs.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** User whose token the request carries; null for nobody's. */
    userId: number | null;
    /** The number of that token, where it is a program's. */
    tokenId: number | null;
    /** True for a customer's user, to whom the things of others do not exist. */
    isCustomers: boolean;
  }
}

/** A line a request: who asked from where for what. The pattern of the path and its number, never what was typed or sent. */
interface RequestLine {
  readonly method: string;
  readonly route: string;
  readonly id?: number;
  readonly user: number | null;
  /** The number of a program's token. */
  readonly token?: number;
  readonly address: string;
  readonly status: number;
  readonly ms: number;
  /** Set where the thing that was not found is somebody else's; the answer does not say so. */
  readonly foreign?: true;
}

/** The specification signs in at the bare path, too. */
const logins: ReadonlySet<string> = new Set([login.path, urlOf(login)]);

type MetricsContext = Pick<AppContext, "db" | "config" | "counts" | "jobs">;

/** `/healthz`, `/readyz` and `/metrics` for whoever watches the process; and a log line a request. */
export function measure(app: FastifyInstance, { db, config, counts, jobs }: MetricsContext): void {
  const { registry } = counts;
  shareMetrics(registry);

  /** A database that is away just now leaves the line as it is. */
  const countTry = (route: string, id: number) =>
    isForeign(db.read, route.slice(prefix.length + 1).split("/")[0] ?? "", id).catch(() => false);

  app.decorateRequest("userId", null);
  app.decorateRequest("tokenId", null);
  app.decorateRequest("isCustomers", false);
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    const routeLabel = /^(?!\/api\/).*\.\w+$/.test(route) ? "/*" : route; // each file of the pages is a route
    counts.durations.observe(
      { method: request.method, route: routeLabel, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    const code = reply.getHeader(codeHeader);
    if (code !== undefined) counts.refusals.inc({ code: String(code) });
    if (code !== undefined && logins.has(route)) counts.loginsRefused.inc({ code: String(code) });
    const { id } = (request.params ?? {}) as { readonly id?: string };
    const line: RequestLine = {
      method: request.method,
      route,
      ...(id !== undefined && { id: Number(id) }),
      user: request.userId,
      ...(request.tokenId !== null && { token: request.tokenId }),
      address: request.ip,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    const foreign =
      line.id !== undefined && reply.statusCode === 404 && request.isCustomers && (await countTry(route, line.id));
    request.log.info(foreign ? { ...line, foreign } : line, "request");
  });

  app.get("/healthz", async () => ({ status: "ok", version: programVersion }));
  app.get("/readyz", async (_request, reply) => {
    const status = await db.state();
    return reply.code(status === "ready" ? 200 : 503).send({ status });
  });
  app.get("/metrics", async (request, reply) => {
    const { metricsToken: token } = config;
    const isAuthorized = token !== undefined && same(request.headers.authorization ?? "", `Bearer ${token}`);
    if (!isAuthorized && !isFromHere(request)) throw notFound();
    return reply.type(registry.contentType).send(await metricsOfAll(registry, jobs));
  });
}

/** Returns the metrics of a process, or the sum of all where several serve on one port: nobody chooses which of them answers. */
async function metricsOfAll(registry: Registry, jobs?: Jobs): Promise<string> {
  if (!cluster.isWorker) return (await registry.metrics()) + ((await jobs?.registry.metrics()) ?? "");
  const { metrics } = await ofEverybody();
  return metrics ?? registry.metrics();
}

interface Sum {
  readonly metrics?: string | null;
}

async function ofEverybody(): Promise<Sum> {
  process.send?.({ wants: "metrics" });
  for (;;) {
    const [word] = (await once(process, "message")) as [Sum];
    if (word.metrics !== undefined) return word;
  }
}

/** Lets the process that started this one ask for what is counted here. */
function shareMetrics(registry: Registry): void {
  if (!cluster.isWorker) return;
  AggregatorRegistry.setRegistries(registry);
  void new AggregatorRegistry();
}
