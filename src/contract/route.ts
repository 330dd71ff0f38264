import type * as z from "zod/mini";

/**
 * One call of the API, written down once: the server registers it, the web calls it,
 * OpenAPI and the walking tests are made from it.
 */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`, with a trailing slash; `{id}` stands for a positive integer. */
  readonly path: `/${string}/`;
  /** `open` needs no token, `user` any living token, `staff` one of a staff user. */
  readonly access: "open" | "user" | "staff";
  /** Whether the call changes something; also true for the writing GETs of specification 7. */
  readonly writes: boolean;
  /** One German-free sentence for OpenAPI. */
  readonly summary: string;
  /** May be called while the user still has an initial password (product 8). */
  readonly withInitialPassword?: true;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** The body comes as multipart form data: its fields, and one file called `image`. */
  readonly multipart?: true;
  /** The JSON reply; or the content type of a file that the call answers. */
  readonly reply: z.ZodMiniType | `${string}/${string}` | null;
  /** Defaults: 201 for POST, 204 for a reply of null, 200 otherwise. */
  readonly status?: 200 | 201 | 204;
}

type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;

/** What a caller must hand over: path numbers, query and body, each only where the route has it. */
export type Input<R extends Route> = ([PathNames<R["path"]>] extends [never]
  ? unknown
  : { readonly path: Readonly<Record<PathNames<R["path"]>, number>> }) &
  (R extends { query: infer Q extends z.ZodMiniType } ? { readonly query?: z.input<Q> } : unknown) &
  (R extends { body: infer B extends z.ZodMiniType } ? { readonly body: z.input<B> } : unknown);

/** What the call answers: the parsed JSON, `null` for 204, a `Blob` for a file. */
export type Reply<R extends Route> = R["reply"] extends z.ZodMiniType
  ? z.output<R["reply"]>
  : R["reply"] extends null
    ? null
    : Blob;

/** Writes a route down with its literal types kept. */
// @__NO_SIDE_EFFECTS__
export const route = <const R extends Route>(definition: R): R => definition;

/** The parsed query of a call. */
export type Query<R extends { query: z.ZodMiniType }> = z.output<R["query"]>;
/** The parsed body of a call. */
export type Body<R extends { body: z.ZodMiniType }> = z.output<R["body"]>;
