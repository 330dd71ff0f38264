import { invalid } from "#rules/texts/form-texts.ts";
import { type Reason, type RefusalCode, refusalStatus } from "#rules/texts/refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { givenAway } from "#rules/texts/owner-change-refusals.ts";
import * as refusedByServer from "#rules/texts/server-refusals.ts";
import { showCase } from "#rules/stocktake/case-state.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import { errors } from "#rules/texts/texts.ts";
import { WrongPicture } from "#server/storage/pictures.ts";
import { StoreUnavailable } from "#server/storage/file-store.ts";

/** Why something is refused; a text without a name says that the input is wrong in itself. */
export type Why = Reason | string;
/** Reasons that a 400 carries, by field, first field first (product 8). */
export type Fields = Record<string, Why[]>;

/** An answer of the error catalogue (specification 8), thrown where the happy path ends. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: RefusalCode;
  /** The box that the message names. */
  readonly about: string | undefined;
  readonly fields: Record<string, string[]> | undefined;
  /** Seconds until the same call may succeed, where that is known. */
  readonly retryAfter: number | undefined;

  constructor({ code, message, about }: Reason, fields?: Fields, retryAfter?: number) {
    super(message);
    this.status = refusalStatus[code];
    this.code = code;
    this.about = about;
    this.fields = fields && messagesOf(fields);
    this.retryAfter = retryAfter;
  }

  /** The JSON body. */
  get body(): object {
    return this.fields ?? { detail: this.message };
  }
}

const messagesOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([field, whys]) => [field, whys.map((why) => reasonOf(why).message)]));
const reasonOf = (why: Why): Reason => (typeof why === "string" ? { code: "invalid", message: why } : why);

/** A 400; its name is that of the first message. */
export const badInput = (fields: Fields) =>
  new Refusal(reasonOf(Object.values(fields)[0]?.[0] ?? errors.unknown), fields);
/** A 400 that is bound to no field. */
export const refuse = (why: Why) => badInput({ non_field_errors: [why] });
const forbiddenTexts = {
  signed_out: errors.forbidden,
  forged: errors.forbidden,
  staff_only: errors.staffOnly,
  may_not_read: refused.noRight.message,
};
export const forbidden = (code: keyof typeof forbiddenTexts) => new Refusal({ code, message: forbiddenTexts[code] });
export const notFound = () => new Refusal({ code: "not_found", message: errors.notFound });
export const notAllowed = () => new Refusal({ code: "not_allowed", message: errors.notAllowed });
const tooLarge = () => new Refusal({ code: "too_large", message: errors.tooLarge });
export const tooManyRequests = (seconds: number) =>
  new Refusal({ code: "too_many_logins", message: errors.tooManyLogins }, undefined, seconds);
export const tooManyCodesRefusal = (seconds: number) => new Refusal(refused.tooManyCodes, undefined, seconds);

/** The part of a zod issue that a message is made of. */
interface Issue {
  readonly code?: string | undefined;
  readonly path: PropertyKey[];
  readonly message: string;
  readonly minimum?: number | bigint | undefined;
  readonly input?: unknown;
  /** Issues that each alternative of a union finds. */
  readonly errors?: readonly (readonly Issue[])[] | undefined;
}

const defaultMessage = /^Invalid/; // zod without a locale says so where the contract gives no message of its own

function messageOf(issue: Issue, value: unknown): string {
  if (!defaultMessage.test(issue.message)) return issue.message;
  return value === undefined || value === null || value === "" ? invalid.required : invalid.range;
}

/** The value at a path of the input, to distinguish a missing field from a wrong one. */
function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? at[key as keyof typeof at] : undefined),
    input,
  );
}

/** Returns the issues of a value that is of one alternative's type, instead of the statement that it fits none of a union. */
function causesOf(issue: Issue): readonly Issue[] {
  const ofItsType = issue.errors?.find((issues) =>
    issues.every(({ code, path }) => code !== "invalid_type" || path.length > 0),
  );
  return ofItsType?.flatMap((each) => causesOf({ ...each, path: [...issue.path, ...each.path] })) ?? [issue];
}

/** Turns the issues that zod found into a 400 by field, named by the field's first path element. */
export function refuseIssues(issues: readonly Issue[], input: unknown): Refusal {
  const fields: Fields = {};
  for (const issue of issues.flatMap(causesOf)) {
    const field = String(issue.path[0] ?? "non_field_errors");
    (fields[field] ??= []).push(messageOf(issue, valueAt(input, issue.path)));
  }
  return badInput(fields);
}

/** Error of PostgreSQL, as far as the HTTP layer looks at it. */
interface DatabaseError {
  readonly code?: string;
  readonly constraint?: string;
  readonly detail?: string;
  readonly hint?: string;
}

/** The name of the constraint that a failed write broke; null for any other error. */
export function brokenConstraint(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as DatabaseError;
  return code?.startsWith("23") ? (constraint ?? "") : null;
}

const badValues = new Set(["22003", "22021", "22P02", "22P05", "22007", "22008"]); // out of range, encoding, not of the type

/** Reasons, by code, where PostgreSQL or the file system gave up: for a lock, a time limit or a disk of ours. */
const givenUp: Readonly<Record<string, Reason>> = {
  "55P03": refusedByServer.busy, // lock_timeout
  "40001": refusedByServer.busy, // a conflict, also the third time
  "40P01": refusedByServer.busy,
  "57014": refusedByServer.tooLong, // statement_timeout
  "53100": refusedByServer.databaseFull,
  ENOSPC: refusedByServer.databaseFull, // where a list or an export is put aside before it is sent
  EDQUOT: refusedByServer.databaseFull,
};

const heldState = "MH001"; // what the database says of a box under a hold (migration 0021)

/** Why a box is held, from what the database answers: a hold's name, or the year from which taxes may still be assessed. */
const heldReason = ({ detail, hint }: DatabaseError) => refused.held(detail || refused.auditOpen(hint ?? ""));

const unapprovedState = "MH002"; // and of one that nobody has approved (migration 0022)

const unapprovedReason = ({ detail }: DatabaseError) => refused.notApproved(detail ? showBatch(Number(detail)) : "");

const givenState = "MH004"; // and of one that continues as another customer's (migration 0157)

const unclearState = "MH003"; // and of one with an open case (migration 0024)

/** The one exit: any thrown thing as an answer; null where it is our own fault. */
export function toRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof WrongPicture) return new Refusal(refusedByServer.wrongPicture);
  if (error instanceof StoreUnavailable) return new Refusal(refusedByServer.storageAway);
  const {
    code = "",
    statusCode = 500,
    reason,
  } = (error ?? {}) as { code?: string; statusCode?: number; reason?: Reason };
  if (error instanceof Error && reason?.code) return new Refusal(reason); // of what knows rules, but no HTTP
  if (badValues.has(code)) return refuse(invalid.range);
  if (code === heldState) return refuse(heldReason(error as DatabaseError));
  if (code === unapprovedState) return refuse(unapprovedReason(error as DatabaseError));
  if (code === givenState) return refuse(givenAway(showBoxCode((error as DatabaseError).detail ?? "")));
  if (code === unclearState) return refuse(refused.caseOpen(showCase(Number((error as DatabaseError).detail))));
  const why = givenUp[code];
  if (why) return new Refusal(why);
  if (statusCode === 413) return tooLarge();
  if (statusCode === 403 || statusCode === 404) return notFound(); // a file's path that leads out of its folder
  if (statusCode === 400 || statusCode === 415) return refuse(invalid.malformed);
  return statusCode > 400 && statusCode < 500 ? refuse(invalid.range) : null; // such as a part of a file that it does not have
}
