import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { CompanySignIn } from "#server/http/identity-provider.ts";

/** Claims of the company about a person, besides the subject that they are called by. */
export interface CompanyClaims {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly given_name?: string;
  readonly family_name?: string;
}

/** A company's sign-in on this machine: a server of OpenID Connect, which is made when it is first asked. */
export interface Company {
  readonly signIn: CompanySignIn;
  /** It is loaded when it is first wanted, and answers at once from then on: who asks it waits five seconds and no longer. */
  open(): Promise<void>;
  /** Somebody who works there. */
  hire(subject: string, claims: CompanyClaims): void;
  /** Returns the data that a browser brings back in its address, when it was sent to `url` and this person has signed in there. */
  answerOf(url: string, subject: string): Promise<string>;
  close(): void;
}

const client = { client_id: "magazin", client_secret: "a-secret-of-the-company-and-the-archive" };

export async function openCompany(wish: Partial<CompanySignIn> = {}): Promise<Company> {
  const people = new Map<string, CompanyClaims>();
  let made: Promise<Handler> | undefined;
  const make = () => (made ??= handlerFor(signIn, people));
  const server = createServer((request, response) => void make().then((handle) => handle(request, response)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signIn = {
    issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    redirectUri: "https://archiv.example/login",
    name: "Haus-Anmeldung",
    required: "nobody" as const,
    createDomain: undefined,
    ...wish,
  };
  return {
    signIn,
    open: async () => void (await make()),
    hire: (subject, claims) => void people.set(subject, claims),
    answerOf: async (url, subject) =>
      (await follow(`${url}&login_hint=${encodeURIComponent(subject)}`, issuer)).slice(1),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Where somebody says who they are whom no program has named. */
const form = `<!doctype html><html lang="de"><title>Haus-Anmeldung</title>
<form><label>Person <input name="person"></label><button>Weiter</button></form></html>`;

async function handlerFor(
  { issuer, redirectUri }: CompanySignIn,
  people: ReadonlyMap<string, CompanyClaims>,
): Promise<Handler> {
  const { Provider } = await import("oidc-provider");
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [redirectUri],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { email: ["email", "email_verified"], profile: ["name", "given_name", "family_name"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["of a test"] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (context, left) => {
          context.body = `<!doctype html><html lang="de"><title>Abmelden</title>${left}
            <button form="op.logoutForm" name="logout" value="yes">Abmelden</button></html>`;
        },
      },
    },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 }, // s
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: client.client_id, accountId: oidc.session?.accountId ?? "" });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  return async (request, response) => {
    const asked = new URL(request.url ?? "", issuer);
    if (!asked.pathname.startsWith("/interaction/")) return answer(request, response);
    const { params } = await provider.interactionDetails(request, response);
    const accountId = asked.searchParams.get("person") ?? params["login_hint"];
    if (typeof accountId !== "string") return void response.setHeader("content-type", "text/html").end(form);
    return provider.interactionFinished(request, response, { login: { accountId } });
  };
}

/** Goes where the company leads to, as a browser does; answers the query of the first address that is not the company's. */
async function follow(url: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let next = url; ; ) {
    const address = new URL(next, issuer);
    if (address.origin !== issuer) return address.search;
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(address, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`The company answers ${response.status}: ${await response.text()}`);
    next = location;
  }
}
