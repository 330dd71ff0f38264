import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll } from "vitest";
import type { WebhookBody } from "#server/database/webhooks/webhook-rows.ts";

/** A message as it arrived. */
export interface ReceivedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: WebhookBody;
}

/** Answer of a receiver; `null`: nothing at all. */
type Answer = { readonly status: number; readonly text?: string; readonly headers?: Record<string, string> } | null;

/** A program that is notified of changes: answers by `answer`, keeps what arrived. */
export async function webhookReceiver() {
  const received: ReceivedMessage[] = [];
  const receiver = { answer: (_message: ReceivedMessage): Answer => ({ status: 204 }) };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    const text = Buffer.concat(pieces).toString();
    const message = { path: request.url ?? "", headers: request.headers, text, body: JSON.parse(text) as WebhookBody };
    received.push(message);
    const answer = receiver.answer(message);
    if (answer === null) return;
    response.writeHead(answer.status, answer.headers ?? {});
    response.end(answer.text ?? "");
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { received, receiver, port, url: `http://127.0.0.1:${port}/hook` };
}

/** Returns the verdict of the receiver's library on a message. @throws where no signature of it is by this secret */
export const verified = (secret: string, { text, headers }: ReceivedMessage) =>
  new Webhook(secret).verify(text, headers as Record<string, string>) as WebhookBody;
