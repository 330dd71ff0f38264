import { StoreMissing } from "./file-store.ts";

/** Where a part of an object store is. */
export interface S3Address {
  readonly bucket: string;
  /** Without slashes around it; empty for the whole bucket. */
  readonly prefix: string;
  /** The store's address where it is not Amazon's. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  /** True where the bucket stands in the path and not in the host's name. */
  readonly pathStyle: boolean;
}

export const isS3 = (address: string) => /^s3:/i.test(address);

const form = "write it like s3://bucket/prefix?endpoint=https://s3.example&region=eu-central-1&pathStyle=true";
const settings = ["endpoint", "region", "pathStyle"];

/** Reads `s3://bucket/prefix?endpoint=…&region=…&pathStyle=true`. @throws StoreMissing with a sentence that repeats no key */
export function readS3Address(address: string): S3Address {
  const [, whole = "", query = ""] = /^s3:\/\/([^?#]*)(?:\?([^#]*))?$/i.exec(address) ?? [];
  if (whole.includes("@"))
    throw new StoreMissing(
      "An s3:// address has no keys in it: they belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
    );
  const [bucket = "", ...folders] = whole.split("/");
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket))
    throw new StoreMissing(`An s3:// address names a bucket: ${form}.`);
  const prefix = folders.filter((folder) => folder !== "").join("/");
  if (!/^([\w-][\w.-]*(\/[\w-][\w.-]*)*)?$/.test(prefix))
    throw new StoreMissing(
      "The prefix of an s3:// address is made of letters, digits, points, - and _, separated by slashes.",
    );
  const parameters = new URLSearchParams(query);
  const unknownName = [...parameters.keys()].find(
    (name, index, all) => !settings.includes(name) || all.indexOf(name) !== index,
  );
  if (unknownName !== undefined)
    throw new StoreMissing(
      `An s3:// address knows ${settings.join(", ")}, once each, and not "${unknownName}": ${form}.`,
    );
  return {
    bucket,
    prefix,
    endpoint: endpointOf(parameters.get("endpoint")),
    region: parameters.get("region") || undefined,
    pathStyle: pathStyleOf(parameters.get("pathStyle")),
  };
}

/** The same as people read and write it. */
export function showS3Address({ bucket, prefix, endpoint, region, pathStyle }: S3Address, name = ""): string {
  const query = [
    ...(endpoint === undefined ? [] : [`endpoint=${endpoint}`]),
    ...(region === undefined ? [] : [`region=${region}`]),
    ...(pathStyle ? ["pathStyle=true"] : []),
  ].join("&");
  return `s3://${[bucket, prefix, name].filter((part) => part !== "").join("/")}${query === "" ? "" : `?${query}`}`;
}

function endpointOf(text: string | null): string | undefined {
  if (text === null || text === "") return undefined;
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "";
  if (isOrigin && url.username === "" && url.password === "") return url.origin;
  throw new StoreMissing("The endpoint of an s3:// address is an origin without keys, like https://s3.example:9000.");
}

function pathStyleOf(text: string | null): boolean {
  if (text === null || text === "" || text === "false") return false;
  if (text === "true") return true;
  throw new StoreMissing("pathStyle of an s3:// address is true or false.");
}

/** An address as it may be shown: whatever somebody put where keys could stand is left out. */
export const withoutKeys = (address: string): string => address.replaceAll(/(:\/\/)[^/?#]*@/g, "$1");
