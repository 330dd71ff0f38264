import { send } from "./call.ts";

/** Fetches a picture with the token (specification 7). */
export async function loadPicture(source: string, signal: AbortSignal): Promise<Blob> {
  const response = await send(pictureAddress(source, location.origin), { signal });
  return response.blob();
}

/**
 * The address a picture is fetched from: http is raised to https unless it is local, that is this machine or the
 * very origin the page came from (specification 7).
 */
export function pictureAddress(source: string, origin: string): string {
  const url = new URL(source, origin);
  const local = url.origin === origin || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === "http:" && !local) url.protocol = "https:";
  return url.href;
}
