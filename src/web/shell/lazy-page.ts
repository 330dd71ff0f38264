import { type AsyncRouteComponent, lazyRouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { settings } from "#contract/calls/access/session.ts";
import { errors } from "#rules/texts/texts.ts";
import { call } from "#web/api/call.ts";
import { mayRecover } from "#web/api/call-error.ts";

const chunkTimeout = 120_000; // ms, specification 9
const answerTimeout = 10_000; // ms

/** A part of the program that did not come: the network, or a newer version has taken its place (specification 8). */
export class ChunkError extends Error {
  override name = "ChunkError";
  /** The server does not answer: what is here goes on, and nothing is newer. */
  readonly isOffline: boolean;

  constructor(isOffline: boolean, options?: ErrorOptions) {
    super(isOffline ? errors.network : errors.chunk, options);
    this.isOffline = isOffline;
  }
}

/** Says whether the server itself answers; an answer from anything else on the way counts as no network. */
export const serverAnswers = (): Promise<boolean> =>
  call(settings, { signal: AbortSignal.timeout(answerTimeout) }).then(
    () => true,
    (error: Error) => !mayRecover(error),
  );

class Late extends Error {}

/** Imports a chunk, or says within 120 seconds that it did not come, and why. */
export async function loadChunk<T>(
  load: () => Promise<T>,
  timeout = chunkTimeout,
  answers = serverAnswers,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late()), timeout);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    // Not the browser's own error: by that one the router would reload unasked.
    throw isMissing(error) ? new ChunkError(!(await answers()), { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** The words of Chromium, Firefox, Safari and Vite; anything else is thrown by the chunk itself. */
const isMissing = (error: unknown) =>
  error instanceof Late ||
  (error instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload/i.test(error.message));

/** A screen in a chunk of its own. */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>): AsyncRouteComponent<object> =>
  lazyRouteComponent(() => loadChunk(load));
