import { StoreUnavailable } from "./file-store.ts";

/** Failure as the store, the network or the SDK reported it. */
interface StoreFailure {
  readonly name?: string;
  readonly message?: string;
  readonly code?: string;
  readonly Code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly statusCode?: number };
}

const noKeys =
  "There are no keys for it: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a file with them in AWS_SHARED_CREDENTIALS_FILE.";
const otherRegion = "Its bucket is in another region: name it by region=….";

/** Failures that do not go away by themselves, by the name that the store gives them. */
const lasting: Readonly<Record<string, string>> = {
  CredentialsProviderError: noKeys,
  NoSuchBucket: "There is no such bucket.",
  InvalidBucketName: "It takes this for no bucket's name.",
  InvalidAccessKeyId: "It does not know the access key.",
  SignatureDoesNotMatch: "It refuses the keys: the secret key is another one, or the clocks differ.",
  AccessDenied: "It refuses the keys: they may not do this.",
  ExpiredToken: "The keys have expired.",
  RequestTimeTooSkewed: "Its clock and this machine's differ by more than a quarter of an hour.",
  PermanentRedirect: otherRegion,
  AuthorizationHeaderMalformed: otherRegion,
};

/** Turns the error thrown by a call of the store into a sentence for the operator. */
export function awayFrom(address: string, error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const failure = (error ?? {}) as StoreFailure;
  const status = failure.$metadata?.httpStatusCode ?? failure.$response?.statusCode;
  const reason = lasting[failure.name ?? ""] ?? lasting[failure.Code ?? ""];
  if (reason !== undefined) return new StoreUnavailable(`${address}: ${reason}`, true, error);
  const nameText = failure.name === undefined || failure.name === "Unknown" ? "" : ` (${failure.name})`;
  if (status === 401 || status === 403)
    return new StoreUnavailable(`${address}: It refuses the keys: ${status}${nameText}.`, true, error);
  if (failure.message?.includes("Region is missing"))
    return new StoreUnavailable(`${address}: Its region is not known: name it by region=… or AWS_REGION.`, true, error);
  const what =
    status === undefined ? `It does not answer (${failure.code ?? failure.name})` : `It answers ${status}${nameText}`;
  return new StoreUnavailable(`${address}: ${what}.`, false, error);
}

/** Says whether the store answers that there is no such file. */
export function isNoSuchFile(error: unknown): boolean {
  const { name, $metadata } = (error ?? {}) as StoreFailure;
  return name === "NoSuchKey" || name === "NotFound" || ($metadata?.httpStatusCode === 404 && name !== "NoSuchBucket");
}

/** Says whether the store has the file, but not that part of it. */
export const isBeyondEnd = (error: unknown) => (error as StoreFailure).$metadata?.httpStatusCode === 416;
