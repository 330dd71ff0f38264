import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { personAt } from "./identity-provider.ts";

// A company whose server says what it is, and answers the code as a test wants it.
let answerCode: RequestListener = () => undefined;
const company = createServer((request, response) => {
  if (!request.url?.startsWith("/.well-known/")) return answerCode(request, response);
  response.setHeader("content-type", "application/json").end(
    JSON.stringify({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    }),
  );
});
await new Promise<void>((resolve) => {
  company.listen(0, "127.0.0.1", resolve);
});
const issuer = `http://127.0.0.1:${(company.address() as AddressInfo).port}`;

afterAll(() => {
  company.close();
});

const at = {
  issuer,
  clientId: "magazin",
  clientSecret: "secret",
  redirectUri: "http://archive.example/login",
  name: "Firma",
  required: "nobody",
  createDomain: undefined,
} as const;
const begun = { state: "state", nonce: "nonce", verifier: "v".repeat(43), answer: "code=1&state=state" };

test.each<[string, RequestListener, number, string]>([
  ["that hangs up is away", (request) => void request.socket.destroy(), 503, "company_away"],
  [
    "behind a proxy that cannot reach it is away",
    (_, response) => void response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>"),
    503,
    "company_away",
  ],
  [
    "that answers with half a text is away",
    (_, response) => void response.writeHead(200, { "content-type": "application/json" }).end('{"access_token":'),
    503,
    "company_away",
  ],
  [
    "that does not take the code has refused",
    (_, response) =>
      void response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}'),
    400,
    "company_refused",
  ],
])("a company %s, once it was asked who came", async (_, answer, status, code) => {
  answerCode = answer;
  await expect(personAt(at, begun)).rejects.toMatchObject({ status, code });
});

test("an answer to another question is refused, though the company is there", async () => {
  await expect(personAt(at, { ...begun, state: "other" })).rejects.toMatchObject({
    status: 400,
    code: "company_refused",
  });
});
