import { isUtf8 } from "node:buffer";
import compress from "@fastify/compress";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from "fastify";
import { all } from "#contract/all.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { requestHeader } from "#rules/texts/refusals.ts";
import { permissions } from "#server/aisle/aisle-pages.ts";
import { answers } from "#server/features/all.ts";
import { maxPictureBytes } from "#server/storage/pictures.ts";
import type { AppContext, AppContextOptions } from "#server/http/app-context.ts";
import { openAppContext } from "#server/open-app-context.ts";
import { sendApiLevel } from "#server/http/api-address.ts";
import { register } from "#server/http/call/register.ts";
import { protectFromForgery } from "#server/http/csrf.ts";
import { answerErrors, answerRefusal } from "#server/http/error-answers.ts";
import { notFound, refuse } from "#server/http/errors.ts";
import { servePages } from "#server/http/files.ts";
import { parseQuery } from "#server/http/parsing/query-string.ts";
import { measure } from "#server/http/metrics/metrics.ts";
import { dropSlowClients, headLimits, limitBody } from "#server/http/waiting/timeouts.ts";
import { sendReplicaPosition } from "#server/http/replica-position.ts";
import { requestIds, sendRequestIds } from "#server/http/metrics/request-ids.ts";
import { serveSecurityContact } from "#server/http/security-contact.ts";
import { describeCalls } from "#server/http/openapi/openapi.ts";
import { leadToTls } from "#server/tls/lead-to-tls.ts";
import { serveSetup } from "#server/tls/setup-files.ts";

const bodyLimit = 1024 * 1024; // product 8
/** Bytes up to which an answer is compressed at once: as a stream a page of a list takes twice the processor time. */
const syncThreshold = 64 * 1024;

/** The whole server as one Fastify instance; `main` and the tests build the same. */
export async function buildApp(
  options: AppContextOptions,
  logger: FastifyServerOptions["logger"] = false,
): Promise<FastifyInstance> {
  for (const [name, route] of Object.entries(all)) {
    if (!answers.some((answer) => answer.route === route)) throw new Error(`Nobody answers the contract's ${name}.`);
  }
  const context = await openAppContext(options);
  const app = Fastify({
    logger,
    bodyLimit,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request" }), // metrics writes one line a request
    genReqId: requestIds(),
    trustProxy: [...context.config.trustedProxies],
    http: headLimits(context.timeouts),
    forceCloseConnections: "idle",
    return503OnClosing: false, // what still comes over an open connection is finished, too, and the connection then closed
    routerOptions: { querystringParser: parseQuery },
    // a URL that cannot be decoded
    frameworkErrors: (_error, request, reply) => {
      limitBody(request.raw, context.timeouts);
      const { method, ip: address } = request;
      request.log.info({ method, route: "unknown", user: null, address, status: 404 }, "request");
      answerRefusal(reply.header(requestHeader, request.id), notFound());
    },
  });
  app.addHook("onClose", () => context.pdfWorkers.close());
  sendRequestIds(app);
  sendApiLevel(app);
  if (context.secure) leadToTls(app, context.secure);
  dropSlowClients(app, context.timeouts);
  readJson(app);
  await app.register(helmet, { contentSecurityPolicy: policy(context.config.publicUrl), hsts: isHttps(context) });
  app.addHook("onRequest", async (_request, reply) => void reply.header("permissions-policy", permissions));
  await app.register(multipart, { limits: { fileSize: maxPictureBytes, files: 1, fields: 10, fieldSize: 10_000 } });
  await app.register(compress, { threshold: 1024, syncThreshold, encodings: ["br", "gzip"] });
  protectFromForgery(app, isHttps(context));
  sendReplicaPosition(app, context.db, isHttps(context));
  answerErrors(app, (kind) => context.counts.storageErrors.inc({ kind }));
  measure(app, context);
  await describeCalls(app, context.config);
  for (const answer of answers) register(app, context, answer);
  // the specification signs in at the bare path, too (product 8)
  const login = answers.find((answer) => answer.route.path === "/api-token-auth/");
  if (login) register(app, context, login, "/api-token-auth/");
  serveSetup(app, context);
  serveSecurityContact(app, context);
  await servePages(app, context.config);
  return app;
}

/** JSON bodies in UTF-8 and nothing else; an empty one is no body, whatever its content type says. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    if (body.length === 0) done(null, undefined);
    else if (isUtf8(body)) void parse(request, body.toString(), done);
    else done(refuse(invalid.malformed));
  });
}

const isHttps = (context: AppContext) => context.config.publicUrl?.startsWith("https:") ?? false;

function policy(publicUrl: string | undefined) {
  const self = "'self'";
  return {
    useDefaults: false,
    directives: {
      defaultSrc: [self],
      imgSrc: [self, "blob:", "data:"],
      styleSrc: [self, "'unsafe-inline'"],
      fontSrc: [self],
      connectSrc: [self, ...(publicUrl ? [publicUrl] : [])],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: [self],
      frameAncestors: ["'none'"],
    },
  };
}
