import type { FastifyInstance, FastifyRequest } from "fastify";
import { isFromHere } from "#server/http/addresses.ts";
import type { SecureDoor } from "./secure-door.ts";

/** What a device needs before it trusts the certificate, and what those ask who watch the server; no word of it is secret. */
const open =
  /^\/(einrichten|ca\.crt|magazin\.mobileconfig|healthz|readyz|metrics|favicon\.svg|assets\/[\w.-]+|api\/v1\/(setup|settings|apps\/package)\/)(?=$|\?)/;

/** Leads whoever comes from another machine over http to https; a proxy that is trusted has done so itself. */
export function leadToTls(app: FastifyInstance, secure: SecureDoor): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.protocol === "https" || isFromHere(request) || isPassedOn(request) || open.test(request.url)) return;
    const origin = secure.originFor(request.hostname);
    // not for good: addresses of a house change
    if (origin) return reply.redirect(origin + request.url, 307);
  });
}

const isPassedOn = ({ ip, socket }: FastifyRequest) => ip !== socket.remoteAddress;
