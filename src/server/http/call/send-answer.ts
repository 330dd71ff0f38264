import type { FastifyReply } from "fastify";
import type { FullRoute } from "#contract/route.ts";
import type { ReadyAnswer } from "#server/http/idempotency/change.ts";
import { type FileReply, isKept, isStreamedFromDisk, readyFile, sendFile } from "#server/http/replies/send-file.ts";
import type { Exchange } from "./exchange.ts";

const allowKeeping = (reply: FastifyReply, { writes, access }: FullRoute) =>
  reply.header("cache-control", writes || access !== "open" ? "private, no-store" : "no-cache");

/** Says what an answer is known by; whether the caller has it already. */
export function isSent({ answer, request, reply }: Exchange, result: unknown): boolean {
  if (!answer.tag) return false;
  const tag = answer.tag(result);
  void reply.header("etag", `"${tag}"`);
  return isKept(request, tag);
}

export const sendUnchanged = ({ answer, reply }: Exchange) => allowKeeping(reply, answer.route).code(304).send();

export function sendReady({ answer, reply }: Exchange, { status, body }: ReadyAnswer) {
  void allowKeeping(reply, answer.route).code(status);
  return body === null ? reply.send() : reply.type("application/json; charset=utf-8").send(body);
}

/** Sends a file; one that comes from the disk ends its turn at once, for it costs little for as long as it is read. */
export async function sendReadyFile({ answer, request, reply }: Exchange, file: FileReply, endTurn: () => void) {
  const fileReply = await readyFile(request, file);
  if (isStreamedFromDisk(fileReply)) endTurn();
  return sendFile(allowKeeping(reply, answer.route), fileReply);
}
