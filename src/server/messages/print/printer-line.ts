import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { hostStatus, hostStatusIn } from "./printer-state.ts";

/** A label printer that the operator named. */
export interface LabelPrinter {
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

/** ms, together less than a try may take (ten seconds, `send-messages.ts`). */
const limits = { connect: 2_000, status: 2_000, receive: 5_000 };
const longestAnswer = 4_096; // bytes; what answers more is no label printer

/** A connection to a printer, which answers in the order of what it is sent. */
export interface PrinterLine {
  /** Asks for the state; undefined where no answer comes in time. */
  status(): Promise<string[][] | undefined>;
  /** Sends labels and asks for the state behind them: true where the answer came, as then the printer has them all. */
  send(zpl: Buffer): Promise<boolean>;
  close(): void;
}

/** Opens a connection; undefined where nobody answers there. */
export async function connectPrinter(
  { host, port }: LabelPrinter,
  signal: AbortSignal,
): Promise<PrinterLine | undefined> {
  const socket = connect({ host, port });
  try {
    await once(socket, "connect", { signal: AbortSignal.any([signal, AbortSignal.timeout(limits.connect)]) });
  } catch {
    socket.destroy();
    return undefined;
  }
  return {
    status: () => ask(socket, Buffer.from(hostStatus), limits.status, signal),
    send: async (zpl) =>
      (await ask(socket, Buffer.concat([zpl, Buffer.from(hostStatus)]), limits.receive, signal)) !== undefined,
    close: () => socket.destroy(),
  };
}

async function ask(socket: Socket, bytes: Buffer, limit: number, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<string[][] | undefined>();
  let answer = "";
  const read = (chunk: Buffer) => {
    answer += chunk.toString("latin1");
    const status = hostStatusIn(answer);
    if (status || answer.length > longestAnswer) resolve(status);
  };
  const end = () => resolve(undefined);
  const patience = AbortSignal.any([signal, AbortSignal.timeout(limit)]);
  patience.addEventListener("abort", end);
  socket.on("data", read).on("error", end).on("close", end);
  if (socket.destroyed || patience.aborted) end();
  else socket.write(bytes);
  try {
    return await promise;
  } finally {
    patience.removeEventListener("abort", end);
    socket.off("data", read).off("close", end);
  }
}
