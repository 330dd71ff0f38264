import { afterAll, describe, expect, test } from "vitest";
import { freePort } from "#test/faults/product.ts";
import { command } from "#test/restore/commands.ts";
import { mailServer } from "#test/support/mail/mail-server.ts";

const post = await mailServer({
  onReceiver: (address) => (address.startsWith("nobody") ? new Error("no such mailbox") : undefined),
});
afterAll(() => post.close());
const env = {
  SMTP_URL: post.url,
  MAIL_FROM: "archiv@archiv.example",
  PUBLIC_URL: "https://archiv.example",
  PROVIDER_NAME: "Muster, Archiv & Söhne",
};

describe("a mail to try the mail server", () => {
  test("arrives, with where it comes from and a link to the sign-in", async () => {
    const answer = await command(["send-test-mail", "erika@example.com"], env);
    expect(answer).toMatchObject({ code: 0, err: "" });
    expect(answer.out).toContain("took a mail from archiv@archiv.example to erika@example.com");
    const [mail] = post.mails;
    expect(mail?.to).toEqual(["erika@example.com"]);
    expect(mail?.text).toContain("https://archiv.example/login");
    expect(mail?.text).toContain("Muster, Archiv & Söhne");
  });

  test("is reported where it was not taken, and why", async () => {
    const answer = await command(["send-test-mail", "nobody@example.com"], env);
    expect(answer.code).toBe(1);
    expect(answer.err).toMatch(/^The mail server did not take it: .*no such mailbox/);
  });

  test("goes to one mailbox only, and nowhere without settings", async () => {
    for (const address of ["erika@example.com, b@example.com", "erika@example.com\nBcc: b@example.com", "erika"])
      expect(await command(["send-test-mail", address], env), address).toMatchObject({ code: 2, out: "" });
    expect(await command(["send-test-mail"], env)).toMatchObject({ code: 2 });
    const silent = await command(["send-test-mail", "erika@example.com"], {});
    expect(silent).toMatchObject({ code: 1, err: "No mails are sent: SMTP_URL is not set.\n" });
  });
});

test("the configuration says whether the mail server answers, and no word of its password", async () => {
  expect(await command(["config"], env)).toMatchObject({ code: 0 });
  const gone = `smtp://archiv:Sesam@127.0.0.1:${await freePort()}`;
  const answer = await command(["config"], { ...env, SMTP_URL: gone });
  expect(answer.code).toBe(1);
  expect(answer.out).toMatch(/^SMTP_URL: the mail server does not answer as it should: .*ECONNREFUSED/m);
  expect(answer.out + answer.err).not.toContain("Sesam");
});
