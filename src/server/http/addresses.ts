import type { FastifyRequest } from "fastify";

/** Whether a proxy passed a request on, and says so. */
const isForwarded = ({ headers }: FastifyRequest) =>
  ["forwarded", "via", "x-forwarded-for", "x-real-ip"].some((name) => headers[name] !== undefined);

const ipv4 = (address = "") => address.replace(/^::ffff:/, ""); // as a socket for both families names it

/** Whether a request was made on this very machine, and not by a proxy that passes on what others ask. */
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
  return own && !isForwarded(request) ? `http://${host}` : "";
}
