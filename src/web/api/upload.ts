import { keyHeader } from "#contract/idempotency-key.ts";
import type { Reply, Route, Shapes } from "#contract/route.ts";
import { apiHeader } from "#contract/api-level.ts";
import { codeHeader, requestHeader } from "#rules/texts/refusals.ts";
import { errors } from "#rules/texts/texts.ts";
import type { Attempt } from "./attempt.ts";
import { CallError, isOwn } from "./call-error.ts";
import { callAddress, credentials, toCallError } from "./call.ts";
import { storedSession } from "./session-state.ts";

interface Upload {
  readonly path?: Record<string, number>;
  readonly fields: Readonly<Record<string, string | number>>;
  readonly file: File;
  /** Name of the file's field. */
  readonly as?: "image" | "file";
  /** Share that has left this computer, 0 to 1. */
  readonly once: Attempt;
  readonly onShare: (share: number) => void;
}

/** A call with a file. The one use of XMLHttpRequest: `fetch` does not report how much was sent. */
export async function upload<const R extends Route<Shapes & { readonly multipart: "image" | "file" }>>(
  route: R,
  { path, fields, file, as = "image", once, onShare }: Upload,
): Promise<Reply<R>> {
  const token = storedSession()?.token;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append(as, file);
  const request = new XMLHttpRequest();
  request.open(route.method, callAddress(route.path, path));
  for (const [name, value] of Object.entries({ ...credentials(), [keyHeader]: once("upload") }))
    request.setRequestHeader(name, value);
  request.upload.addEventListener("progress", ({ loaded, total }) => total > 0 && onShare(loaded / total));
  await new Promise<void>((resolve, reject) => {
    request.addEventListener("load", () => resolve());
    for (const event of ["error", "abort", "timeout"])
      request.addEventListener(event, () => reject(new CallError(0, errors.network)));
    request.send(form);
  });
  const { status, responseText } = request;
  const headers = new Headers();
  for (const name of [apiHeader, codeHeader, requestHeader]) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  const response = new Response(status === 204 ? null : responseText, { status, headers });
  if (!response.ok) throw await toCallError(response, token);
  if (!isOwn(response)) throw new CallError(0, errors.network);
  return (await response.json()) as Reply<R>;
}
