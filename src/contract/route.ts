import type * as z from "zod/mini";
import type { TokenScope } from "#rules/access/token-scopes.ts";

/** Kind of thing that people keep in the archive, as the screens load it: the first word of a reading call's path. */
export type Noun =
  | "apps"
  | "areas"
  | "billing"
  | "boxes"
  | "cases"
  | "closing-days"
  | "company-sign-in"
  | "customers"
  | "deliveries"
  | "destruction-batches"
  | "destructions"
  | "holds"
  | "imports"
  | "invoices"
  | "messages"
  | "price-lists"
  | "retention"
  | "printers"
  | "procedure-changes"
  | "rows"
  | "search"
  | "second-factor"
  | "service-entries"
  | "sessions"
  | "stocktakes"
  | "tokens"
  | "tours"
  | "users"
  | "views"
  | "webhooks";

/** Where a call goes and who may make it: all that a browser needs of it, and no schema. */
interface Address {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`, with a trailing slash; `{id}` stands for a positive integer. */
  readonly path: `/${string}/`;
  /** `open` needs no token, `user` any living token, `staff` one of a staff user. */
  readonly access: "open" | "user" | "staff";
  /** May be called while the user still has an initial password (product 8). */
  readonly withInitialPassword?: true;
  /** May be called by who must set up a second factor first, as what may be called with an initial password. */
  readonly withoutSecondFactor?: true;
}
/** `writes` is also true for the writing GETs of specification 7; `touches` says what a write makes out of date. */
type Effect = { readonly writes: false } | { readonly writes: true; readonly touches: readonly Noun[] };

/** Permission that a customer's user may have besides looking. */
export type CustomerRight =
  | "may_order"
  | "may_store"
  | "may_manage"
  | "may_approve_destruction"
  | "may_invite"
  | "may_see_invoices";

/**
 * A call always, or where one of these fields is sent: with anything in it but an empty list, or with one of the values. `operations.kind` is the field
 * of each entry of a list.
 */
export type Where = true | { readonly [field: string]: true | readonly (string | number | boolean)[] };

/** Input and output of a call, as the server checks and OpenAPI describes them. */
export interface Shapes {
  /** One German-free sentence for OpenAPI. */
  readonly summary: string;
  /** The scope that a program's token needs for it; null where no token may make it, only a person who has signed in. */
  readonly scope: TokenScope | null;
  /** Scopes that it needs as well where one of these fields is sent, with whatever in it; null where no token may send them. */
  readonly scopeWith?: readonly (readonly [TokenScope | null, Where])[];
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Set where the input or the answer is known to the caller alone: a password, a code, a new secret. */
  readonly secret?: true;
  /** Wants to know anew who it is that has the token: it gives rights, destroys, or takes everything along (decision 097). */
  readonly confirms?: Where;
  /**
   * It is a call of specification 7, whose client knows no question: having signed in counts as the proof for a working day. What our own screens send asks
   * for ten minutes all the same (`proofHeader`, decision 153).
   */
  readonly signInCounts?: true;
  /**
   * Set where the demands of `confirms` and `managers` apply only to an actual change, which the transaction knows. A thing that is sent back whole
   * grants nothing.
   */
  readonly whereChanged?: true;
  /** One half of what two people do, or a decision of a person: no service account makes it (decision 112). */
  readonly personal?: Where;
  /** The right at their customer that a customer's user needs; staff need none. */
  readonly right?: CustomerRight;
  /** Wants the right to make users and to give rights. */
  readonly managers?: Where;
  /** The body comes as multipart form data: its fields, and one file that is called so. */
  readonly multipart?: "image" | "file";
  /** Bytes that this file may have, where it is more than a picture may. */
  readonly largest?: number;
  /** The JSON reply; or the content type of a file that the call answers, of several, separated by `, `. */
  readonly reply: z.ZodMiniType | `${string}/${string}` | null;
  /** Shape that the call writes, where its answer has another. */
  readonly thing?: z.ZodMiniType;
  /** Defaults: 201 for POST, 204 for a reply of null, 200 otherwise. */
  readonly status?: 200 | 201 | 204;
}

/**
 * One call of the API, written down once in `calls/`, its shapes in `schemas/` under the same name: the server registers
 * it, the web calls it, OpenAPI and the walking tests are made from it. `shapes` is there for the compiler only.
 */
export type Route<S extends Shapes = Shapes> = Address & Effect & { readonly shapes?: S };

/** A call with its shapes, as `all.ts` joins them. */
export type FullRoute = Address & Effect & Shapes;

/** The shapes of a call. */
export type ShapesOf<R extends Route> = NonNullable<R["shapes"]>;

type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;

/** Values that a caller must pass: path numbers, query and body, each only where the call has it. */
export type Input<R extends Route> = ([PathNames<R["path"]>] extends [never]
  ? unknown
  : { readonly path: Readonly<Record<PathNames<R["path"]>, number>> }) &
  (ShapesOf<R> extends { query: infer Q extends z.ZodMiniType } ? { readonly query?: z.input<Q> } : unknown) &
  (ShapesOf<R> extends { body: infer B extends z.ZodMiniType } ? { readonly body: z.input<B> } : unknown);

/** Answer of a call: the parsed JSON, `null` for 204, a `Blob` for a file. */
export type Reply<R extends Route> = ShapesOf<R>["reply"] extends z.ZodMiniType
  ? z.output<ShapesOf<R>["reply"]>
  : ShapesOf<R>["reply"] extends null
    ? null
    : Blob;

/** The parsed query of a call. */
export type Query<R extends Route> = ShapesOf<R> extends { query: infer Q extends z.ZodMiniType } ? z.output<Q> : never;
/** The orders that a list's call takes. */
export type OrdersOf<R extends Route> = Query<R> extends { order_by?: infer Order } ? Order & string : never;
/** The filters that a list's call takes. */
export type FiltersOf<R extends Route> = Omit<Query<R>, "limit" | "offset" | "order_by" | "query">;
/** The parsed body of a call. */
export type Body<R extends Route> = ShapesOf<R> extends { body: infer B extends z.ZodMiniType } ? z.output<B> : never;
/** The body of a call as it is sent. */
export type RequestBody<R extends Route> =
  ShapesOf<R> extends { body: infer B extends z.ZodMiniType } ? z.input<B> : never;

/** Names the shapes of a call to the compiler, without loading them. */
// @__NO_SIDE_EFFECTS__
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the name of the type is all it is for
export const of = <S extends Shapes>(): S | undefined => undefined;

type Path = Address["path"];
type Access = Address["access"];
/** A call with its literal types kept. */
type Call<M, P, A, E extends Effect, S> = { readonly method: M; readonly path: P; readonly access: A } & E & {
    readonly shapes?: S;
  };
type Reading = Extract<Effect, { writes: false }>;
type Writing = Extract<Effect, { writes: true }>;

/** A call that reads. */
// @__NO_SIDE_EFFECTS__
export const get = <const P extends Path, const A extends Access, S extends Shapes>(
  path: P,
  access: A,
  _shapes: S | undefined,
): Call<"GET", P, A, Reading, S> => ({ method: "GET", path, access, writes: false });

/** A GET that acts, as some of specification 7 do; HEAD and OPTIONS do not. */
// @__NO_SIDE_EFFECTS__
export const writingGet = <const P extends Path, const A extends Access, S extends Shapes>(
  path: P,
  access: A,
  touches: readonly Noun[],
  _shapes: S | undefined,
): Call<"GET", P, A, Writing, S> => ({ method: "GET", path, access, writes: true, touches });

/** A call that reads, and is asked by more than an address has room for. */
// @__NO_SIDE_EFFECTS__
export const readingPost = <const P extends Path, const A extends Access, S extends Shapes>(
  path: P,
  access: A,
  _shapes: S | undefined,
): Call<"POST", P, A, Reading, S> => ({ method: "POST", path, access, writes: false });

/** A call that makes something, or acts. */
// @__NO_SIDE_EFFECTS__
export const post = <const P extends Path, const A extends Access, S extends Shapes>(
  path: P,
  access: A,
  touches: readonly Noun[],
  _shapes: S | undefined,
): Call<"POST", P, A, Writing, S> => ({ method: "POST", path, access, writes: true, touches });

/** A call that sets the whole of something. */
// @__NO_SIDE_EFFECTS__
export const put = <const P extends Path, const A extends Access, S extends Shapes>(
  path: P,
  access: A,
  touches: readonly Noun[],
  _shapes: S | undefined,
): Call<"PUT", P, A, Writing, S> => ({ method: "PUT", path, access, writes: true, touches });

/** A call that changes what is sent of something. */
// @__NO_SIDE_EFFECTS__
export const patch = <const P extends Path, const A extends Access, S extends Shapes>(
  path: P,
  access: A,
  touches: readonly Noun[],
  _shapes: S | undefined,
): Call<"PATCH", P, A, Writing, S> => ({ method: "PATCH", path, access, writes: true, touches });

/** A call that deletes something. */
// @__NO_SIDE_EFFECTS__
export const remove = <const P extends Path, const A extends Access, S extends Shapes>(
  path: P,
  access: A,
  touches: readonly Noun[],
  _shapes: S | undefined,
): Call<"DELETE", P, A, Writing, S> => ({ method: "DELETE", path, access, writes: true, touches });

/** A call that may be made while the user still has an initial password (product 8). */
// @__NO_SIDE_EFFECTS__
export const withInitialPassword = <R extends object>(call: R): R & { readonly withInitialPassword: true } => ({
  ...call,
  withInitialPassword: true,
});

/** A call that may be made by who must set up a second factor first. */
// @__NO_SIDE_EFFECTS__
export const withoutSecondFactor = <R extends object>(call: R): R & { readonly withoutSecondFactor: true } => ({
  ...call,
  withoutSecondFactor: true,
});
