import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { apiHeader } from "#contract/api-level.ts";
import { onlyOverTls } from "#rules/texts/refusal-texts.ts";
import { isFromHere } from "#server/http/addresses.ts";
import type { HttpsListener } from "./https-listener.ts";

/** Paths that a device needs before it trusts the certificate, and those that watchers of the server ask for. Nothing there is secret. */
const open =
  /^\/(einrichten|ca\.crt|magazin\.mobileconfig|healthz|readyz|metrics|favicon\.svg|assets\/[\w.-]+|api\/v1\/(setup|settings|apps\/package)\/)(?=$|\?)/;

/** Leads whoever opens a page over http from another machine to https, and refuses calls there; a proxy that is trusted has done so itself. */
export function leadToTls(app: FastifyInstance, secure: HttpsListener): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.protocol === "https" || isFromHere(request) || isPassedOn(request) || open.test(request.url)) return;
    const origin = secure.originFor(request.hostname);
    if (!origin) return;
    if (request.url.startsWith("/api")) return refuseOpenly(reply, origin);
    // not for good: on-premises addresses change
    return reply.redirect(origin + request.url, 307);
  });
}

/**
 * A program that is led on goes on sending its password and its token in the open, and nobody notices. No refusal of ours, or a page or a phone would
 * take its session for ended: to them nobody answers here.
 */
function refuseOpenly(reply: FastifyReply, origin: string) {
  return reply
    .removeHeader(apiHeader)
    .code(403)
    .send({ detail: onlyOverTls(origin) });
}

const isPassedOn = ({ ip, socket }: FastifyRequest) => ip !== socket.remoteAddress;
