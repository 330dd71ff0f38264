import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { keyHeader } from "#contract/idempotency-key.ts";
import type { FullRoute } from "#contract/route.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { AnswerKey } from "#server/database/kept-answers.ts";
import type { Scope } from "#server/database/scope.ts";
import { badInput } from "#server/http/errors.ts";
import { plainReply, type ReplyCipher, tokenCipher } from "./reply-cipher.ts";

/** The key of a call, and how its answer is kept. */
export interface CallKey extends AnswerKey {
  readonly seal: ReplyCipher;
}

/** A request with its caller and the body that its key stands for. */
interface KeyedRequest {
  readonly scope: Scope | null;
  readonly token: string | null;
  readonly body: unknown;
  readonly file: Buffer | null;
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/**
 * The key under which a writing call's answer is kept; null where none was sent, or where nobody is known whose it were. It is its
 * user's, or a program's token's: the same key of somebody else is another one. That of a call with secrets is its session's.
 * @throws 400 for a header that is no key
 */
export function callKey(
  request: FastifyRequest,
  route: FullRoute,
  { scope, token, body, file }: KeyedRequest,
): CallKey | null {
  const header = request.headers[keyHeader.toLowerCase()];
  if (header === undefined || !route.writes || !scope) return null;
  if (typeof header !== "string" || !/^[!-~]{1,128}$/.test(header)) throw badInput({ [keyHeader]: [refused.wrongKey] });
  const seal = route.secret ? tokenCipher(token ?? "") : plainReply;
  return {
    scope,
    seal,
    key: seal.digest(JSON.stringify(scope.token ? [scope.userId, header, scope.token.id] : [scope.userId, header])),
    request: seal.digest(JSON.stringify([request.method, request.url, body ?? null, file && sha256(file)])),
  };
}
