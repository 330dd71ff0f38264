import { beginCompanySignIn } from "#contract/calls/access/company-sign-in.ts";
import { type CompanyPurpose, companyVisit } from "#web/storage/company-visit.ts";
import { call } from "./call.ts";

/** Leads the browser to the company, which leads it back to the login page. @throws CallError where the company is away */
export async function leaveForCompany(purpose: CompanyPurpose, next?: string): Promise<void> {
  const { url, ...begun } = await call(beginCompanySignIn);
  companyVisit.set({ ...begun, purpose, next });
  location.assign(url);
}

/** The query with which this document was opened: the router has left only what it knows of it. */
const openedWith = () => new URL(performance.getEntriesByType("navigation")[0]?.name ?? location.href).searchParams;

/** Returns the visit that this tab has begun, where the company has brought the tab back with an answer to it; null otherwise. */
export function pendingAnswer(purpose: CompanyPurpose) {
  const visit = companyVisit.get();
  return visit?.purpose === purpose && openedWith().get("state") === visit.state ? visit : null;
}

let wanted: string | undefined;
/** Where whoever has come back from the company wanted to go before they were led there. */
export const wantedBefore = () => wanted;

/** Takes the part of the answer that is sent to the server, once. */
export function takeAnswer(purpose: CompanyPurpose) {
  const visit = pendingAnswer(purpose);
  if (visit === null) return null;
  companyVisit.remove();
  const { state, nonce, verifier, next } = visit;
  wanted = next;
  return { state, nonce, verifier, answer: openedWith().toString() };
}
