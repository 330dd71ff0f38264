import * as refusedByServer from "#rules/texts/server-refusals.ts";
import { Refusal } from "#server/http/errors.ts";
import { Queues } from "./queues.ts";

/** ms that who wants to change a box waits for those who are before them; a statement's own wait comes to it. */
const timeouts = 3_000;

interface ChangesBox {
  readonly route: { readonly path: string; readonly writes: boolean; readonly multipart?: string | undefined };
  readonly id: number;
  readonly body: unknown;
}

/** The box that a call changes, as the call names it: by its id, or by its code. Null where it names none, or several. */
function boxOf({ route, id, body }: ChangesBox): string | null {
  if (!route.writes || route.multipart) return null; // who brings a file waits for where it lies, and holds no connection
  if (route.path.startsWith("/boxes/{id}/")) return `id ${id}`;
  const { box_id: boxId, code } = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  if (typeof boxId === "number") return `id ${boxId}`;
  return typeof code === "string" ? `code ${code}` : null;
}

/**
 * Whoever waits for a locked row has a connection for as long. At most half of them are for one box: the next who want to change it wait here,
 * so that nobody else waits who wants to change another one.
 */
export class BoxQueues {
  readonly #queues: Queues;

  constructor(writing: number) {
    this.#queues = new Queues({ reads: 1, writes: Math.max(1, Math.floor(writing / 2)), uploads: 1 });
  }

  /** Does it when it is the box's turn. @throws `busy` where others are at it for too long */
  async at<T>(call: ChangesBox & { readonly gone: AbortSignal }, work: () => Promise<T>): Promise<T> {
    const box = boxOf(call);
    if (box === null) return work();
    const end = await this.#turn(box, call.gone);
    try {
      return await work();
    } finally {
      end();
    }
  }

  async #turn(box: string, gone: AbortSignal): Promise<() => void> {
    const late = AbortSignal.timeout(timeouts);
    try {
      return await this.#queues.turn(box, "writes", AbortSignal.any([gone, late]));
    } catch (error) {
      throw late.aborted && !gone.aborted ? new Refusal(refusedByServer.busy) : error;
    }
  }
}
