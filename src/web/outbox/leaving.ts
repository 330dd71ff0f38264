import { sessionState, storedSession } from "#web/api/session-state.ts";
import { createStore } from "#web/ui/store.ts";
import { idOf, isOpen } from "./entry.ts";
import { entries, letGo, outcomeOf, sendAgain } from "./outbox.ts";
import { countUnsent, forgetSession, setSessionState } from "./sessions.ts";

/** `sent`: nothing is left to send. `unsent`: what is left goes out without them. `stay`: not now. */
export type Leaving = "sent" | "unsent" | "stay";

/** How many scans the question is about, and what its answer does. */
export interface Asked {
  readonly count: number;
  readonly answer: (leaving: Leaving) => void;
}

/** The question that is on the screen. */
export const asked = createStore<Asked | null>(null);

/**
 * Asks who wants to sign out with scans that are not sent. Their session then stays for the sender alone, which ends it
 * when they all have their answers.
 */
export async function askUnsent(): Promise<Leaving> {
  const { user } = sessionState();
  const token = storedSession()?.token;
  if (!user || !token) return "sent";
  await outcomeOf(await letGo().catch(() => new Set<string>())); // who signs out takes nothing back
  const count = await countUnsent(user.id).catch(() => 0); // without a database nothing was taken
  const leaving = count === 0 ? "sent" : await ask(count);
  if (leaving === "sent") await forgetSession(token).catch(() => undefined);
  if (leaving === "unsent") await setSessionState(token, "outbox");
  return leaving;
}

function ask(count: number): Promise<Leaving> {
  return new Promise((resolve) => {
    asked.set({
      count,
      answer: (leaving) => {
        asked.set(null);
        resolve(leaving);
      },
    });
  });
}

/** Tries to send what this user has left; answers how many are still unsent, and why. */
export async function sendNow(): Promise<{ readonly count: number; readonly failure: string | null }> {
  const me = sessionState().user?.id;
  const own = entries.get().filter((entry) => entry.user === me && isOpen(entry));
  await sendAgain(new Set(own.map(idOf)));
  const left = (await outcomeOf(new Set(own.map(idOf)))).filter(isOpen);
  return { count: left.length, failure: left[0]?.failure ?? null };
}
