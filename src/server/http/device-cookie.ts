import { createHmac, randomBytes } from "node:crypto";
import { addressKey } from "#rules/access/login-limits.ts";
import type { Exchange } from "#server/http/call/exchange.ts";
import { cookieOf, keepsCookies, same } from "./csrf.ts";

const cookieName = "magazin-device";
/** s; as long as a device is known (`forget-old.ts`). */
const maxAge = 400 * 24 * 60 * 60;
/** Purpose of the secret of these cookies, among those of the archive. */
const purpose = "devices that sign in";

const sealOf = (secret: Buffer, id: string) => createHmac("sha256", secret).update(id).digest("base64url");

/** Returns the device to which a cookie belongs; null for a cookie that is not ours. */
function idIn(secret: Buffer, cookie: string | null): string | null {
  const [id = "", seal = ""] = cookie?.split(".") ?? [];
  return id !== "" && same(seal, sealOf(secret, id)) ? id : null;
}

/**
 * With what somebody signs in. A browser is known by a signed cookie, which it gets or keeps with the answer; a program that keeps no cookies by where
 * it is, and as another device than any browser there.
 */
export async function signInDevice({ context, request, reply }: Exchange): Promise<string> {
  if (!keepsCookies(request)) return `without cookies ${addressKey(request.ip)}`;
  const secret = await context.android.secret(purpose);
  const id = idIn(secret, cookieOf(request, cookieName)) ?? randomBytes(16).toString("base64url");
  const isHttps = context.config.publicUrl?.startsWith("https:");
  const attributes = ["Path=/", "HttpOnly", "SameSite=Lax", `Max-Age=${maxAge}`, ...(isHttps ? ["Secure"] : [])];
  void reply.header("set-cookie", [`${cookieName}=${id}.${sealOf(secret, id)}`, ...attributes].join("; "));
  return `cookie ${id}`;
}
