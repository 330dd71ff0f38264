import { randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { forbidden } from "./errors.ts";

const cookieName = "csrftoken"; // specification 7
/** The same value as only this very host can have set it, over https: what stands in the other one another machine of the domain may have put there. */
const hostCookieName = `__Host-${cookieName}`;
const headerName = "x-csrftoken";

/** The value of a cookie; null where it was not sent. */
export function cookieOf(request: FastifyRequest, name: string): string | null {
  const pair = request.headers.cookie?.split(/;\s*/).find((entry) => entry.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) ?? null;
}

/** Says whether the caller sends back the cookies that it is given: every answer gave it one. */
export const keepsCookies = (request: FastifyRequest): boolean => cookieOf(request, cookieName) !== null;

/** Says whether two secrets are the same, in a time that does not reveal where they differ. */
export function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Cross-site request forgery protection of specification 7: a browser that has our cookie must repeat it in the
 * header of every call with a body. Callers without cookies carry only their token, which no other site can send.
 */
export function protectFromForgery(app: FastifyInstance, secure: boolean): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.method === "GET" && request.routeOptions.config.writes && isNoCall(request)) throw forbidden("forged");
    const host = secure ? cookieOf(request, hostCookieName) : null;
    const cookie = host ?? cookieOf(request, cookieName);
    if (!cookie || (secure && !host)) void reply.header("set-cookie", newCookies(secure));
    if (!cookie || ["GET", "HEAD", "OPTIONS"].includes(request.method) || !request.url.includes("/api")) return;
    const header = request.headers[headerName];
    if (typeof header !== "string" || !same(header, cookie)) throw forbidden("forged");
  });
}

/** The calls with side effects that the specification has as GET are made by programs: no link leads there, and no browser fetches them before somebody asks. */
const isNoCall = ({ headers }: FastifyRequest) =>
  headers["sec-fetch-mode"] === "navigate" ||
  ["sec-purpose", "purpose", "x-moz"].some((name) => String(headers[name] ?? "").startsWith("prefetch"));

function newCookies(secure: boolean): string[] {
  const token = randomBytes(24).toString("base64url");
  const attributes = ["Path=/", "SameSite=Lax", "Max-Age=31536000", ...(secure ? ["Secure"] : [])];
  const names = secure ? [cookieName, hostCookieName] : [cookieName];
  return names.map((name) => [`${name}=${token}`, ...attributes].join("; "));
}
