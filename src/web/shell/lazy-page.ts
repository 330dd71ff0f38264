import { type AsyncRouteComponent, lazyRouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { errors } from "#rules/texts/texts.ts";
import { canAsk } from "./ask-ahead.ts";

const chunkTimeout = 120_000; // ms, specification 9

/** A part of the program that did not come: the network, or a newer version has taken its place (specification 8). */
export class ChunkError extends Error {
  override name = "ChunkError";
}

/** Imports a chunk, or says within 120 seconds that it did not come. */
export async function loadChunk<T>(load: () => Promise<T>, timeout = chunkTimeout): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError(errors.chunk)), timeout);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    // Not the browser's own error: by that one the router would reload unasked.
    throw isMissing(error) ? new ChunkError(errors.chunk, { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** The words of Chromium, Firefox, Safari and Vite; anything else is thrown by the chunk itself. */
const isMissing = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|unable to preload/i.test(error.message);

/** A screen in a chunk of its own. */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>): AsyncRouteComponent<object> =>
  lazyRouteComponent(() => loadChunk(() => canAsk.then(load)));
