import { closeSession } from "#web/api/session.ts";
import { companyEnd } from "#web/storage/company-visit.ts";
import { askUnsent } from "#web/outbox/leaving.ts";
import { forgetKept } from "#web/storage/stored-value.ts";

/**
 * Signs out; a page with changed fields asks first, and so do scans that are not sent: who wants to keep them stays.
 * Drafts go with whoever signs out; who was signed out finds them again.
 */
export async function signOut(): Promise<void> {
  // the questions come with the pages that ask them; where they cannot be loaded, nobody has asked anything
  const asking = await import("./leave-question.ts").catch(() => null);
  if (asking && !(await asking.mayLeave())) return;
  const leaving = await askUnsent();
  if (leaving === "stay") return;
  forgetKept();
  const end = companyEnd.take();
  await closeSession({ ends: leaving === "ends" });
  if (end !== null) location.assign(end); // or the next one to sign in here would be whoever has just left
}
