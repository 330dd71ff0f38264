import { randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { forbidden } from "./errors.ts";

const cookieName = "csrftoken"; // specification 7
const headerName = "x-csrftoken";

function cookieOf(request: FastifyRequest): string | null {
  const pair = request.headers.cookie?.split(/;\s*/).find((entry) => entry.startsWith(`${cookieName}=`));
  return pair?.slice(cookieName.length + 1) ?? null;
}

/** Whether two secrets are the same; how long it takes does not tell where they differ. */
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
    const cookie = cookieOf(request);
    if (!cookie) {
      const token = randomBytes(24).toString("base64url");
      const parts = [
        `${cookieName}=${token}`,
        "Path=/",
        "SameSite=Lax",
        "Max-Age=31536000",
        ...(secure ? ["Secure"] : []),
      ];
      void reply.header("set-cookie", parts.join("; "));
      return;
    }
    if (["GET", "HEAD", "OPTIONS"].includes(request.method) || !request.url.includes("/api")) return;
    const header = request.headers[headerName];
    if (typeof header !== "string" || !same(header, cookie)) throw forbidden("forged");
  });
}
