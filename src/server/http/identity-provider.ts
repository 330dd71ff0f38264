import * as oidc from "openid-client";
import * as refused from "#rules/texts/access-refusals.ts";
import { type CompanyPerson, companyPerson } from "#rules/access/company-person.ts";
import { outsideTransaction } from "#server/database/outside-transaction.ts";
import { Refusal, refuse } from "./errors.ts";

/** The company's sign-in: a server of OpenID Connect, at which this archive is a confidential client. */
export interface CompanySignIn {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the browser comes back to; never from a request, which a proxy may have changed. */
  readonly redirectUri: string;
  /** Text of the button. */
  readonly name: string;
  /** People whom passwords no longer let in, except for `ADMIN_EMAIL`. */
  readonly required: "nobody" | "staff" | "all";
  /** The domain of addresses of mail whose people become customers' users when they first come. */
  readonly createDomain: string | undefined;
}

const patience = 5; // s for each question to the company; a start of the server asks nothing

const known = new WeakMap<CompanySignIn, Promise<oidc.Configuration>>();

// oxlint-disable-next-line typescript/no-deprecated -- it is marked so to be noticed: the setting lets it be on this machine alone
const withoutTls = oidc.allowInsecureRequests;

function ask({ issuer, clientId, clientSecret }: Pick<CompanySignIn, "issuer" | "clientId" | "clientSecret">) {
  const url = new URL(issuer);
  const execute = [oidc.enableNonRepudiationChecks, ...(url.protocol === "http:" ? [withoutTls] : [])];
  return oidc.discovery(url, clientId, undefined, clientProof(clientSecret), { timeout: patience, execute });
}

/** @throws Error with why this address is no issuer that answers */
export async function expectIssuer(issuer: string): Promise<void> {
  await ask({ issuer, clientId: "unknown", clientSecret: "unknown" });
}

/** Fetches the description that the company's server gives of itself, when somebody first signs in, and again after a failure. */
function discover(at: CompanySignIn): Promise<oidc.Configuration> {
  outsideTransaction();
  const before = known.get(at);
  if (before) return before;
  const asked = ask(at);
  known.set(at, asked);
  asked.catch(() => known.delete(at));
  return asked;
}

/** The secret as the company's server takes it; where it does not say how, as the standard has it (OpenID Connect Discovery 3). */
function clientProof(secret: string): oidc.ClientAuth {
  const [inBody, inHead] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (server, ...request) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes("client_secret_post") ?? false;
    return (takesBody ? inBody : inHead)(server, ...request);
  };
}

/** Data that the browser keeps of a sign-in that it has begun. */
interface BegunSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Where the browser goes to sign in at the company. @throws 503 where the company does not answer */
export async function beginAt(at: CompanySignIn): Promise<BegunSignIn & { url: string }> {
  const server = await answered(discover(at));
  const begun = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
  const url = oidc.buildAuthorizationUrl(server, {
    redirect_uri: at.redirectUri,
    scope: "openid profile email",
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, ...begun };
}

/**
 * Returns the person whom the company's answer names. `answer` is the query of the address to which the browser came back. It is compared with the
 * address that the operator has set. The address of the request is never used, because a proxy may have changed it.
 * @throws 503 where the company does not answer, 400 where its answer is none to this question
 */
export async function personAt(
  at: CompanySignIn,
  { answer, state, nonce, verifier }: BegunSignIn & { answer: string },
): Promise<CompanyPerson> {
  const server = await answered(discover(at));
  const back = new URL(at.redirectUri);
  back.search = answer;
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
  const tokens = await answered(oidc.authorizationCodeGrant(server, back, checks), isSilence);
  const person = companyPerson(tokens.claims() ?? {});
  if (!person) throw refuse(refused.companyRefused);
  return person;
}

/** Where the company ends its own session; null where it has no such address. */
export async function signOutAt(at: CompanySignIn): Promise<string | null> {
  const server = await answered(discover(at));
  if (server.serverMetadata().end_session_endpoint === undefined) return null;
  return oidc.buildEndSessionUrl(server, { post_logout_redirect_uri: at.redirectUri }).href;
}

/** A company that is away is no mistake of whoever signs in; the log has what went wrong. */
async function answered<T>(asking: Promise<T>, isAway = (_: unknown) => true): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    const refusal = isAway(error) ? new Refusal(refused.companyAway) : refuse(refused.companyRefused);
    refusal.cause = error;
    throw refusal;
  }
}

/** Codes of openid-client for an answer that was none: of a proxy, or of a server that is just starting. */
const noAnswer = new Set([
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
  "OAUTH_TIMEOUT",
]);

/** Nobody answered, or not the company: everything else is an answer that does not fit the question. */
const isSilence = (error: unknown): boolean =>
  error instanceof oidc.ClientError
    ? noAnswer.has(error.code ?? "")
    : error instanceof TypeError && error.cause !== undefined;
