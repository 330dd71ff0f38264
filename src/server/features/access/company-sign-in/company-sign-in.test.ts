import { afterAll, beforeEach, describe, expect, test } from "vitest";
import {
  addIdentity,
  beginCompanySignIn,
  listIdentities,
  openCompanySession,
  removeIdentity,
} from "#contract/calls/access/company-sign-in.ts";
import { login, settings } from "#contract/calls/access/session.ts";
import { getUser } from "#contract/calls/access/users.ts";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { Client, testConfig, testServer, urlOf } from "#test/support/client.ts";
import { type CompanyClaims, openCompany } from "#test/support/company/company.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const company = await openCompany({ createDomain: "neu.example" });
afterAll(() => company.close());
await company.open();
const server = await testServer(db, {}, { companySignIn: company.signIn });
const { a } = server;
const strict = await testServer(db, { REQUIRE_TOTP: "all" }, { companySignIn: company.signIn });
const alone = await testServer(db, {}, { companySignIn: null });
const away = await openCompany();
away.close();
const waiting = await testServer(db, {}, { companySignIn: away.signIn });
const admin = await a.user({ isStaff: true, password: "Apfelbaum-2026" });
const required = (who: "staff" | "all") =>
  testServer(db, { ADMIN_EMAIL: admin.email }, { companySignIn: { ...company.signIn, required: who } });
const closed = { staff: await required("staff"), all: await required("all") };

// what opens nothing counts, and would shut out the tests behind it
beforeEach(() => db.write((tx) => tx.deleteFrom("login_failures").execute()));

let hired = 0;
/** Somebody of the company, under a subject of their own. */
function hire(claims: CompanyClaims): string {
  const subject = `person-${++hired}`;
  company.hire(subject, claims);
  return subject;
}

async function answerOf(subject: string, client: Client = server.anonymous) {
  const { url, ...begun } = await client.call(beginCompanySignIn, {});
  return { ...begun, answer: await company.answerOf(url, subject) };
}

const signIn = async (subject: string) => server.anonymous.ask(openCompanySession, { body: await answerOf(subject) });

/** A user here, and the same person at the company. */
async function both(wish: Parameters<typeof a.user>[0] = {}) {
  const user = await a.user(wish);
  return { user, subject: hire({ email: user.email, email_verified: true }) };
}

const codeOf = ({ status, headers }: { status: number; headers: Headers }) => [status, headers.get("x-magazin-code")];

describe("who signs in by the company", () => {
  test("is who has the address that the company has proved, and later whatever address they have", async () => {
    const { user, subject } = await both({ isStaff: true });
    const first = await signIn(subject);
    expect([first.status, first.body]).toMatchObject([
      200,
      { user: user.id, sign_out: expect.stringContaining(company.signIn.issuer) },
    ]);
    company.hire(subject, { email: "ganz-anders@example.com", email_verified: true });
    const again = await signIn(subject);
    expect(again.body).toMatchObject({ user: user.id });
  });

  test("has a session that is one like any other, but ends after twelve hours", async () => {
    const { user, subject } = await both({ isStaff: true });
    const { body } = await signIn(subject);
    const client = new Client(server.url, (body as { token: string }).token, user.id);
    expect((await client.ask(listBoxes, {})).status).toBe(200);
    const older = (hours: number) =>
      db.write((tx) =>
        tx
          .updateTable("tokens")
          .set({ created: new Date(Date.now() - hours * 3_600_000).toISOString() })
          .where("user_id", "=", user.id)
          .execute(),
      );
    await older(11.9);
    expect((await client.ask(listBoxes, {})).status).toBe(200);
    await older(12.1);
    expect((await client.ask(listBoxes, {})).status).toBe(403);
  });

  test.each<[string, CompanyClaims]>([
    ["an address that nobody has proved", { email_verified: false }],
    ["an address of which nothing is said", {}],
  ])("is nobody with %s", async (_, claims) => {
    const { email } = await a.user({ isStaff: true });
    const answer = await signIn(hire({ ...claims, email, name: "Erika Muster" }));
    expect(codeOf(answer)).toEqual([400, "company_unknown"]);
    expect(answer.text).toContain("Für Erika Muster gibt es hier keinen Zugang.");
  });

  test("is nobody where the address is nobody's, or a user's who has left, also of the domain that is let in", async () => {
    expect(codeOf(await signIn(hire({ email: "niemand@example.com", email_verified: true })))).toEqual([
      400,
      "company_unknown",
    ]);
    const gone = await a.user({ active: false });
    expect(codeOf(await signIn(hire({ email: gone.email, email_verified: true })))).toEqual([400, "company_unknown"]);
    const { user, subject } = await both();
    await signIn(subject);
    await db.write((tx) => tx.updateTable("users").set({ active: false }).where("id", "=", user.id).execute());
    expect(codeOf(await signIn(subject))).toEqual([400, "company_unknown"]);
  });

  test("is somebody new where the operator lets the domain in: a customer's user without a customer", async () => {
    const subject = hire({ email: "Neu@neu.example", email_verified: true, given_name: "Nina", family_name: "Neu" });
    const { body } = await signIn(subject);
    const { token, user } = body as { token: string; user: number };
    const client = new Client(server.url, token, user);
    expect(await client.call(getUser, { path: { id: user } })).toMatchObject({
      email: "neu@neu.example",
      first_name: "Nina",
      last_name: "Neu",
      is_staff: false,
      init_password: false,
      customers: [],
    });
    expect((await client.call(listBoxes, {})).count).toBe(0);
    const typed = { username: "neu@neu.example", password: "none" };
    expect(codeOf(await server.anonymous.ask(login, { body: typed })), "no password fits").toEqual([400, "login"]);
    expect((await signIn(subject)).body).toMatchObject({ user });
    const foreign = await signIn(hire({ email: "x@mail.neu.example", email_verified: true }));
    expect(codeOf(foreign)).toEqual([400, "company_unknown"]);
  });

  test.each([
    ["whose address is known", async () => (await both()).subject],
    ["who is somebody new", async () => hire({ email: `neu-${hired}@neu.example`, email_verified: true })],
  ])("is one person who signs in from several browsers for the first time, %s", async (_, person) => {
    const subject = await person();
    const begun = await Promise.all([1, 2, 3, 4].map(() => answerOf(subject)));
    const answers = await Promise.all(begun.map((body) => server.anonymous.ask(openCompanySession, { body })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => (body as { user: number }).user)).size).toBe(1);
  });

  test("is not whom somebody else of the company was under the same address", async () => {
    const { user, subject } = await both();
    await signIn(subject);
    const successor = hire({ email: user.email, email_verified: true });
    expect(codeOf(await signIn(successor))).toEqual([400, "company_other"]);
  });

  test("with a second factor here joins the two themselves, and nobody does it for them", async () => {
    const { user, subject } = await both({ isStaff: true });
    await a.secondFactor(user);
    const refusal = await signIn(subject);
    expect(codeOf(refusal)).toEqual([400, "company_factor"]);
    const own = await server.as(user);
    const identity = await own.call(addIdentity, { body: await answerOf(subject, own) });
    expect(identity).toMatchObject({ issuer: company.signIn.issuer });
    expect((await signIn(subject)).body).toMatchObject({ user: user.id });
    expect((await own.call(listIdentities, {})).results).toMatchObject([{ id: identity.id }]);
  });

  test("is asked for no second factor and no first password of the archive: the company asks for what it wants", async () => {
    const user = await a.user({ isStaff: true, initPassword: true });
    const subject = hire({ email: user.email, email_verified: true });
    const { body } = await strict.anonymous.ask(openCompanySession, {
      body: await answerOf(subject, strict.anonymous),
    });
    const client = new Client(strict.url, (body as { token: string }).token, user.id);
    const seen = await client.call(getUser, { path: { id: user.id } });
    expect(seen).toMatchObject({ init_password: false, second_factor: "off" });
    expect((await client.ask(listBoxes, {})).status).toBe(200);
  });
});

describe("an answer of the company", () => {
  test.each(["state", "nonce", "verifier"] as const)(
    "with another %s than was asked for opens nothing",
    async (part) => {
      const { subject } = await both();
      const sent = await answerOf(subject);
      const { body: other } = await server.anonymous.ask(beginCompanySignIn, {});
      const answer = await server.anonymous.ask(openCompanySession, {
        body: { ...sent, [part]: (other as Record<string, string>)[part] ?? "" },
      });
      expect(codeOf(answer)).toEqual([400, "company_refused"]);
    },
  );

  test.each<[string, (answer: string) => string]>([
    ["from another issuer", (answer) => answer.replace(/iss=[^&]*/, "iss=https%3A%2F%2Fevil.example")],
    ["with another code", (answer) => answer.replace(/code=[^&]*/, "code=invented")],
    ["that says no", (answer) => `error=access_denied&${answer.replace(/code=[^&]*&?/, "")}`],
    ["that says everything twice", (answer) => `${answer}&${answer}`],
    ["that is none", () => "x"],
  ])("%s opens nothing", async (_, change) => {
    const { subject } = await both();
    const sent = await answerOf(subject);
    const answer = await server.anonymous.ask(openCompanySession, { body: { ...sent, answer: change(sent.answer) } });
    expect(codeOf(answer), answer.text).toEqual([400, "company_refused"]);
  });

  test("opens one session, however often it is sent", async () => {
    const { subject } = await both();
    const body = await answerOf(subject);
    expect((await server.anonymous.ask(openCompanySession, { body })).status).toBe(200);
    expect(codeOf(await server.anonymous.ask(openCompanySession, { body }))).toEqual([400, "company_refused"]);
  });

  test("fits whatever a proxy says that this server is called", async () => {
    const { subject } = await both();
    const body = JSON.stringify(await answerOf(subject));
    const headers = {
      "content-type": "application/json",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "http",
    };
    const { status } = await server.anonymous.raw("POST", urlOf(openCompanySession), { headers, body });
    expect(status).toBe(200);
  });
});

test("a company that is away is said to be, and asked again by the next one", async () => {
  const refusal = await waiting.anonymous.ask(beginCompanySignIn, {});
  expect(codeOf(refusal)).toEqual([503, "company_away"]);
  expect((await waiting.anonymous.raw("GET", "/readyz")).status).toBe(200);
});

describe("who has joined the company and the archive", () => {
  test("parts them again, and the sessions by the company end", async () => {
    const { user, subject } = await both({ isStaff: true });
    const { body } = await signIn(subject);
    const byCompany = new Client(server.url, (body as { token: string }).token, user.id);
    const own = await server.as(user);
    const [identity] = (await own.call(listIdentities, {})).results;
    await own.call(removeIdentity, { path: { id: identity?.id ?? 0 } });
    expect((await byCompany.ask(listBoxes, {})).status).toBe(403);
    expect((await own.ask(listBoxes, {})).status).toBe(200);
  });

  test("is joined with one person, and parts nobody else", async () => {
    const { user, subject } = await both();
    const own = await server.as(user);
    const { id } = await own.call(addIdentity, { body: await answerOf(subject, own) });
    expect((await own.call(addIdentity, { body: await answerOf(subject, own) })).id).toBe(id);
    const other = await server.as(await a.user());
    expect((await other.ask(removeIdentity, { path: { id } })).status).toBe(404);
    expect(codeOf(await other.ask(addIdentity, { body: await answerOf(subject, other) }))).toEqual([
      400,
      "company_other",
    ]);
    const second = hire({ email: "zweite@example.com", email_verified: true });
    expect(codeOf(await own.ask(addIdentity, { body: await answerOf(second, own) }))).toEqual([400, "company_other"]);
  });
});

describe("where everybody signs in by the company", () => {
  test("a right password gets this answer, a wrong one nothing, and the local admin gets in", async () => {
    const password = "Apfelbaum-2026";
    const [person, customer] = [await a.user({ isStaff: true, password }), await a.user({ password })];
    const ask = async (who: "staff" | "all", { email }: { email: string }, typed = password) =>
      codeOf(await closed[who].anonymous.ask(login, { body: { username: email, password: typed } }));
    expect(await ask("staff", person)).toEqual([400, "company_only"]);
    expect(await ask("staff", person, "falsch-falsch")).toEqual([400, "login"]);
    expect(await ask("staff", customer)).toEqual([200, null]);
    expect(await ask("all", customer)).toEqual([400, "company_only"]);
    expect(await ask("all", admin)).toEqual([200, null]);
  });
});

describe("where no company is named", () => {
  test("there is no such sign-in", async () => {
    expect((await alone.anonymous.ask(beginCompanySignIn, {})).status).toBe(404);
    expect((await alone.anonymous.call(settings, {})).company_sign_in).toBeNull();
  });

  test.each([
    [
      { OIDC_ISSUER: "https://login.example.com" },
      "The company's sign-in wants OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, PUBLIC_URL, too",
    ],
    [{ OIDC_REQUIRED: "all" }, "The company's sign-in wants OIDC_ISSUER"],
    [{ OIDC_ISSUER: "http://login.example.com" }, "OIDC_ISSUER must be the address of the issuer"],
    [{ OIDC_ISSUER: "https://login.microsoftonline.com/common/v2.0" }, "OIDC_ISSUER must name your own tenant"],
    [{ OIDC_CREATE: "example.com" }, "OIDC_CREATE must be customer: and a domain"],
  ])("%j is refused", (env, why) => expect(() => testConfig(env)).toThrow(why));
});
