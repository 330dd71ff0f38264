import { logout } from "#web/api/session.ts";

/** Signs out; a page with changed fields asks first, and who wants to keep them stays signed in. */
export async function signOut(): Promise<void> {
  // the questions come with the pages that ask them; where they cannot be loaded, nobody has asked anything
  const asking = await import("./leave-question.ts").catch(() => null);
  if (!asking || (await asking.mayLeave())) await logout();
}
