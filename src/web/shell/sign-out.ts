import { closeSession } from "#web/api/session.ts";
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
  await closeSession({ ends: leaving === "ends" });
}
