import { onSessionEnd } from "#web/api/session-state.ts";
import { createStore } from "#web/ui/store.ts";

type IdentityQuestion = { readonly yes: () => void; readonly no: () => void };

export const identityAsked = createStore<IdentityQuestion | null>(null);
let answer: Promise<boolean> | null = null;

onSessionEnd(() => identityAsked.get()?.no());

/** Asks once, however many calls want it: whether whoever sits here has proved that it is them. */
export function askIdentity(): Promise<boolean> {
  answer ??= new Promise((resolve) => {
    const end = (isProved: boolean) => () => {
      answer = null;
      identityAsked.set(null);
      resolve(isProved);
    };
    identityAsked.set({ yes: end(true), no: end(false) });
  });
  return answer;
}
