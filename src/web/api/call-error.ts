import { apiHeader } from "#contract/api-level.ts";
import { aboutHeader, codeHeader, type RefusalCode, requestHeader } from "#rules/texts/refusals.ts";
import { errors, translations, withRequest } from "#rules/texts/texts.ts";

type Details = Pick<CallError, "fields" | "code" | "about">;

/** A call that did not succeed; `message` is ready to be shown. */
export class CallError extends Error {
  override name = "CallError";
  /** The HTTP status, 0 where no answer came. */
  readonly status: number;
  /** The first message of each field, translated. */
  readonly fields: Readonly<Record<string, string>>;
  /** By what programs distinguish refusals; null where it is none of ours: no answer, a proxy's, or an error nobody expected. */
  readonly code: RefusalCode | null;
  /** The box that the message names, as people read its code; null where it names none that must be found again. */
  readonly about: string | null;

  constructor(status: number, message: string, { fields = {}, code = null, about = null }: Partial<Details> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
    this.code = code;
    this.about = about;
  }
}

/** Says whether the same call may succeed the next moment: the product has not answered, or it failed. */
export const mayRecover = (error: Error) => error instanceof CallError && (error.code === null || error.status >= 500);

/** Says whether the product itself has refused with this status. Anything between the product and this device may answer the same. */
export const isRefusal = (error: unknown, status: number): boolean =>
  error instanceof CallError && error.status === status && error.code !== null;

const timeListeners = new Set<(server: number) => void>();

/** Calls back with what the server's clock says, in ms, whenever it has answered. */
export const onServerTime = (listener: (server: number) => void) => void timeListeners.add(listener);

/** Says whether an answer comes from the product: each of its replies says the level of its API. */
export function isOwn({ headers }: Response): boolean {
  if (!headers.has(apiHeader)) return false;
  const server = Date.parse(headers.get("Date") ?? "");
  if (!Number.isNaN(server)) for (const listener of timeListeners) listener(server);
  return true;
}

/** Nothing answered: the network, or the server is not there. */
export const isUnanswered = (error: Error): boolean => error instanceof CallError && error.status === 0;

/** The catalogue of specification 8 for an answer that is not 2xx. */
export async function failureOf(response: Response): Promise<CallError> {
  const body: unknown = await response.json().catch(() => null);
  const fields = firstMessages(body);
  // an answer without our header, or cut off, is a proxy's: it decides nothing
  const code = isOwn(response) && body !== null ? (response.headers.get(codeHeader) as RefusalCode | null) : null;
  if (response.status === 403 && code === null) return new CallError(403, errors.network);
  const firstMessage = response.status < 500 || code !== null ? Object.values(fields)[0] : undefined;
  const message = sentence(response.status, firstMessage);
  const request = code === null ? response.headers.get(requestHeader) : null; // the server gave no reason: its log has it
  return new CallError(response.status, request === null ? message : withRequest(message, request), {
    fields: response.status === 400 ? fields : {},
    code,
    about: response.headers.get(aboutHeader),
  });
}

/** Returns the sentence that is shown for a status; `said` is the first message that the server sent with it. */
function sentence(status: number, said: string | undefined): string {
  if (status === 403) return errors.forbidden;
  if (status === 404) return errors.notFound;
  if (status === 405) return errors.notAllowed;
  if (status === 413) return said ?? errors.tooLarge;
  if (status === 429) return said ?? errors.tooManyLogins;
  return ([400, 409, 422].includes(status) || status >= 500 ? said : undefined) ?? errors.unknown;
}

/** The first message of each field in its German words; of anything else, nothing. */
function firstMessages(body: unknown): Record<string, string> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return {};
  const fieldMessages: Record<string, string> = {};
  for (const [field, messages] of Object.entries(body)) {
    const first: unknown = Array.isArray(messages) ? messages[0] : messages;
    if (typeof first === "string" && first) fieldMessages[field] = translations[first] ?? first;
  }
  return fieldMessages;
}
