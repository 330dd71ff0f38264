import type { specifiedCalls } from "#contract/specified-calls.ts";

type PathRead<Call> = Call extends `GET ${infer Path}` ? Path : never;
/** A path that specification 7 reads by GET. */
export type SpecifiedPath = PathRead<(typeof specifiedCalls)[number]>;

/** Every path that is read of the old system, and there is no other: `POST /api-token-auth/` and pictures stand beside it. */
export const allowedPaths = [
  "/users/",
  "/users/{id}/",
  "/areas/",
  "/areas/{id}/",
  "/rows/",
  "/rows/{id}/",
  "/boxes/",
  "/boxes/{id}/",
  "/boxes/overview/",
  "/customers/",
  "/customers/{id}/",
  "/deliveries/",
  "/deliveries/{id}/",
] as const satisfies readonly SpecifiedPath[];
export type AllowedPath = (typeof allowedPaths)[number];

const paper = "a paper made of what is read anyway, and expensive to make for a system in use";

/** The other paths that specification 7 reads by GET, each with the reason why it is never asked for. */
export const pathsLeftAlone: Readonly<Record<Exclude<SpecifiedPath, AllowedPath>, string>> = {
  "/boxes/destruction/": "destroys every marked box",
  "/deliveries/{id}/cancel/": "cancels the delivery",
  "/boxes/collectlist/": paper,
  "/deliveries/{id}/note/": paper,
  "/customers/{id}/contentimages/": "pictures are fetched one by one, and proved",
  "/customers/{id}/archivelist/": paper,
  "/customers/{id}/destroylist/": paper,
  "/customers/{id}/destroyrequest/": paper,
  "/customers/{id}/overview/": paper,
};

/** Arguments with which an allowed path is requested. */
export interface PathArguments {
  /** Stands for `{id}`. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number>>;
}

/** The address of an allowed path below the base of the API. */
export function pathAddress(api: URL, path: AllowedPath, { id = "", query = {} }: PathArguments): URL {
  const address = new URL(api.href + path.replace("{id}", encodeURIComponent(id)));
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
  return address;
}

const asPattern = (path: string) => new RegExp(`${path.replaceAll("{id}", "[^/]+")}$`, "i");
const calls = [...allowedPaths, ...Object.keys(pathsLeftAlone)].map(asPattern);
const acting = /\/(destruction|cancel|api-token-auth)\/$/i;

/** The path as a server may understand it: decoded, with single slashes and one at its end. */
function plainPath(pathname: string): string {
  try {
    return `${decodeURIComponent(decodeURIComponent(pathname))}/`.replaceAll(/[\\/]+/g, "/");
  } catch {
    return `${pathname}/`.replaceAll(/\/+/g, "/");
  }
}

/** Says whether a path in an answer is a call of the API. Such a link is never followed. */
export const isCall = (pathname: string): boolean => {
  const path = plainPath(pathname);
  return acting.test(path) || calls.some((call) => call.test(path));
};
