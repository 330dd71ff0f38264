import type * as z from "zod/mini";
import { fullRoute } from "#contract/all.ts";
import type { Body, FullRoute, Query, Reply, Route, ShapesOf } from "#contract/route.ts";
import type { NewAuditEntry } from "#rules/access/audit/audit.ts";
import type { Actor } from "#server/database/audit/audit.ts";
import type { Database, Reader, Transaction } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import type { Reads } from "#server/database/standbys/reads.ts";
import type { Devices } from "./addresses.ts";
import type { AppContext } from "./app-context.ts";
import type { ChangeCall } from "#server/http/idempotency/change.ts";
import type { FileReply } from "#server/http/replies/send-file.ts";

/** Input of a handler: the caller's scope and the parsed input of its contract entry. */
export interface Call<R extends Route> extends Omit<AppContext, "db"> {
  readonly db: R["writes"] extends true ? Database : Reads;
  readonly scope: R["access"] extends "open" ? Scope | null : Scope;
  /** The number in the path; 0 where there is none. */
  readonly id: number;
  /** The one behind it, of a row; 0 where there is none. */
  readonly row: number;
  /** The same, of a user's session. */
  readonly session: number;
  readonly query: Query<R>;
  readonly body: Body<R>;
  /** Where links start: `https://host`, or nothing where they are relative. */
  readonly origin: string;
  readonly devices: Devices;
  readonly address: string;
  /** Name that the caller's program gives itself. */
  readonly agent: string;
  /** With what somebody signs in, as it is known again; a browser that is none yet gets its cookie with the answer. */
  readonly signInDevice: () => Promise<string>;
  /** Caller and origin of the call, for the audit trail. */
  readonly actor: Actor;
  /** Puts what is read on record, before it is answered: what cannot be put on record is not answered. */
  readonly record: (entry: NewAuditEntry) => Promise<void>;
  /** The call's one change; a key that it has lies in that transaction (decision 49). */
  readonly change: ChangeCall<Result<R>>;
  /**
   * Refuses callers who may not give something, or have not proved who they are. Serves calls that give something where they change the present state
   * (`whereChanged`).
   * @throws 400 `no_right` or `unconfirmed`
   */
  readonly mayGive: () => void;
  /** The same where it changes what is charged, or to whom: that wants the proof alone. @throws 400 `unconfirmed` */
  readonly mayCharge: () => void;
  readonly token: string | null;
  /** Looks up the caller's scope again; null once the caller may not make the call any more. */
  readonly scopeNow: () => Promise<Scope | null>;
  /** The uploaded file of a multipart call. */
  readonly file: Buffer | null;
  /** Ends when the caller has gone away before the answer was complete. */
  readonly gone: AbortSignal;
}

/** The same call, reading what it changed. */
type Reading<R extends Route> = Omit<Call<R>, "db"> & { readonly db: Reader };

type Result<R extends Route> = ShapesOf<R>["reply"] extends z.ZodMiniType
  ? z.input<ShapesOf<R>["reply"]>
  : Reply<R> extends null
    ? void
    : FileReply;

/** A contract entry with the handler that answers it. */
export interface RouteHandler {
  readonly route: FullRoute;
  readonly handle: (call: Call<Route>) => Promise<unknown>;
  /** Reads the present state of the data that the call changes. */
  readonly read?: (call: Reading<Route>) => Promise<unknown>;
  /** Returns the mark by which an answer is recognised; the answer is not sent to a caller that has it. */
  readonly tag?: (result: unknown) => string;
  /** Says whether the caller may make the call at all. It runs before the body is read, and may throw the refusal itself. */
  readonly admit?: (db: Reader, scope: Scope) => Promise<boolean>;
  /**
   * Set where the data must be read as it is now, and not as a standby had it a moment ago. This concerns data that leads to a file, which is gone as
   * soon as its row is.
   */
  readonly current?: true;
}

export function routeHandler<R extends Route>(
  route: R,
  handle: (call: Call<R>) => Promise<Result<R>>,
  { tag, ...more }: { readonly tag?: (result: Result<R>) => string } & Pick<RouteHandler, "admit" | "current"> = {},
): RouteHandler {
  return { route: fullRoute(route), handle, ...more, ...(tag && { tag: tag as NonNullable<RouteHandler["tag"]> }) };
}

/** A call that changes something, by `commit`, and answers how it is then; how it was before is read only where the caller says so. */
export function answerChange<R extends Route>(
  route: R,
  change: (
    call: Call<R>,
    commit: (work: (tx: Transaction) => Promise<unknown>) => Promise<Result<R>>,
  ) => Promise<Result<R>>,
  read: (call: Reading<R>) => Promise<Result<R>>,
): RouteHandler {
  const handle = (call: Call<R>) => change(call, (work) => call.change(work, (db) => read({ ...call, db })));
  return { ...routeHandler(route, handle), read: read as unknown as NonNullable<RouteHandler["read"]> };
}
