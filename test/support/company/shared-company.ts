import { afterAll } from "vitest";
import { beginAt } from "#server/http/identity-provider.ts";
import { type Company, openCompany } from "./company.ts";

let shared: Promise<Company> | undefined;

/** The company of a test file, at which its servers sign in where it names no other. */
export function sharedCompany(): Promise<Company> {
  if (!shared) {
    shared = openCompany();
    afterAll(async () => {
      (await shared)?.close();
      shared = undefined; // files of a worker share this module, and each has its own
    });
  }
  return shared;
}

/** Returns the company's answer to the browser of somebody who has just signed in there. */
export async function companyAnswer(email: string) {
  const company = await sharedCompany();
  await company.open();
  company.hire(email, { email, email_verified: true });
  const { url, ...begun } = await beginAt(company.signIn);
  return { ...begun, answer: await company.answerOf(url, email) };
}
