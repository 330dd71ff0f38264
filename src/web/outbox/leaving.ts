import { sessionState, storedSession } from "#web/api/session-state.ts";
import { createStore } from "#web/ui/store.ts";
import { idOf, isOpenEntry } from "./entry.ts";
import { entries, letGo, outcomeOf, sendAgain } from "./outbox.ts";
import { countUnsent, setSessionState } from "./sessions.ts";

/** `ends`: their session ends with them. `kept`: the sender ends it, with the last of what they have left. `stay`: not now. */
type Leaving = "ends" | "kept" | "stay";

/** Number of scans that the question is about, and the effect of its answer. */
export interface LeavePrompt {
  readonly count: number;
  readonly answer: (leaves: boolean) => void;
}

/** The question that is on the screen. */
export const leaveQuestion = createStore<LeavePrompt | null>(null);

/**
 * Asks who wants to sign out with scans that are not sent. A session that the device keeps stays for the sender alone, which ends it
 * when they all have their answers and the server can be reached.
 */
export async function askUnsent(): Promise<Leaving> {
  const { user } = sessionState();
  const token = storedSession()?.token;
  if (!user || !token) return "ends";
  await outcomeOf(await letGo().catch(() => new Set<string>())); // who signs out takes nothing back
  const count = await countUnsent(user.id).catch(() => 0); // without a database nothing was taken
  if (count > 0 && !(await ask(count))) return "stay";
  const isKept = await setSessionState(token, "outbox").catch((error: unknown) => {
    if (count > 0) throw error;
    return false;
  });
  return isKept ? "kept" : "ends";
}

function ask(count: number): Promise<boolean> {
  return new Promise((resolve) => {
    leaveQuestion.set({
      count,
      answer: (leaves) => {
        leaveQuestion.set(null);
        resolve(leaves);
      },
    });
  });
}

/** Tries to send what this user has left; answers how many are still unsent, and why. */
export async function sendNow(): Promise<{ readonly count: number; readonly failure: string | null }> {
  const me = sessionState().user?.id;
  const own = entries.get().filter((entry) => entry.user === me && isOpenEntry(entry));
  await sendAgain(new Set(own.map(idOf)));
  const openCountOf = (await outcomeOf(new Set(own.map(idOf)))).filter(isOpenEntry);
  return { count: openCountOf.length, failure: openCountOf[0]?.failure ?? null };
}
