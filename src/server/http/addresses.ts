import { TLSSocket } from "node:tls";
import type { FastifyRequest } from "fastify";
import type { HttpsListener } from "#server/tls/https-listener.ts";

/** Says whether a proxy passed a request on and declares it in the headers. */
const isForwarded = ({ headers }: FastifyRequest) =>
  ["forwarded", "via", "x-forwarded-for", "x-real-ip"].some((name) => headers[name] !== undefined);

const ipv4 = (address = "") => address.replace(/^::ffff:/, ""); // as a socket for both families names it

/** Says whether a request was made on this very machine, and not by a proxy that passes on the requests of others. */
export function isFromHere(request: FastifyRequest): boolean {
  const peer = ipv4(request.socket.remoteAddress);
  return !isForwarded(request) && (peer.startsWith("127.") || peer === "::1");
}

/**
 * Where absolute links start: the public address, or the one that the caller came by if this server listens on it. Any other Host may be
 * invented: links are relative then, which is right wherever the caller found us.
 */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  const { localAddress, localPort = 0 } = request.socket;
  const address = ipv4(localAddress);
  const names = [address.includes(":") ? `[${address}]` : address, ...(isFromHere(request) ? ["localhost"] : [])];
  const host = request.headers.host?.toLowerCase() ?? "";
  const own = names.some((name) => host === `${name}:${localPort}` || (localPort === 80 && host === name));
  const isSecure = request.socket instanceof TLSSocket;
  return own && !isForwarded(request) ? `${isSecure ? "https" : "http"}://${host}` : "";
}

/** Addresses at which other devices reach this server. An address given to them must not lead to an invented host, so it is certain or absent. */
export interface Devices {
  /** Over https; empty where they do not. */
  readonly desk: string;
  /** Before they trust its certificate; empty where they do not. */
  readonly plain: string;
  /** As whoever asks reached it, whatever they call it: for their own eyes. */
  readonly asked: string;
}

/** The addresses that a device receives. */
export function devicesOf(request: FastifyRequest, publicUrl: string | undefined, secure?: HttpsListener): Devices {
  const origin = `${request.protocol}://${request.host}`;
  if (publicUrl !== undefined)
    return { desk: publicUrl.startsWith("https:") ? publicUrl : "", plain: publicUrl, asked: origin };
  const name = request.hostname.toLowerCase();
  return { desk: secure?.originFor(name) ?? "", plain: secure?.plainOriginFor(name) ?? "", asked: origin };
}
