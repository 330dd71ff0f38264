import { useQuery } from "@tanstack/react-query";
import { home } from "#contract/calls/home/home.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { errors } from "#rules/texts/texts.ts";
import { CallError } from "#web/api/call-error.ts";
import { onUnconfirmed } from "#web/api/call.ts";
import { onFailedWrite, queryFor } from "#web/api/queries.ts";
import { useSession, onSessionEnd } from "#web/api/session-state.ts";
import { usePrintHead } from "#web/detail-page/print-head.ts";
import { UnsentQuestion } from "#web/outbox/unsent-question.tsx";
import { routes, type Screen } from "#web/routes.ts";
import { Confirm } from "#web/ui/dialog/confirm.tsx";
import { Notices } from "#web/ui/feedback/notices.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { createStore } from "#web/ui/store.ts";
import { onDemand } from "./on-demand.tsx";
import { learnFiles } from "./page-files.ts";
import { type WantedDialog, useShortcuts } from "./use-shortcuts.tsx";

type IdentityAskedIdentityQuestion = { readonly yes: () => void; readonly no: () => void };

const identityAsked = createStore<IdentityAskedIdentityQuestion | null>(null);
let answer: Promise<boolean> | null = null;

onSessionEnd(() => identityAsked.get()?.no());

/** Asks once, however many calls want it: whether whoever sits here has proved that it is them. */
function askIdentity(): Promise<boolean> {
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

export { MoreTabs } from "./more-tabs.tsx";
export { ScannerReady } from "./scanner-ready.tsx";
export { UserMenu } from "./user-menu.tsx";

learnFiles();
for (const { loader } of routes as readonly Screen[]) loader?.().catch(() => undefined); // all of them are one file
onFailedWrite((error) => notify(error instanceof CallError ? error.message : errors.unknown, "error"));

onUnconfirmed(askIdentity);

const IdentityQuestion = onDemand(() => import("./identity-question.tsx").then((part) => part.IdentityQuestion));
const LostSession = onDemand(() => import("./lost-session.tsx").then((part) => part.LostSession));

/** Questions, notices, keys and the scanner. */
export function LaterParts({ user, ...dialogs }: { user: User } & WantedDialog) {
  const dialog = useShortcuts(user, dialogs);
  const { lost } = useSession();
  usePrintHead();
  const identity = identityAsked.use();
  return (
    <>
      <Confirm />
      <UnsentQuestion />
      {dialog}
      {identity && <IdentityQuestion user={user} onClose={identity.no} onProved={identity.yes} />}
      {lost && <LostSession user={user} />}
      <Notices />
    </>
  );
}

const homeQuery = queryFor(home);

/**
 * Shows the number of lines that wait at home, beside its entry of the side menu. The figure is drawn and is no text: the entry's name is the
 * specification's, and the heading at home says the figure. Where the entry is its icon, the figure lies over that and moves nothing.
 */
export function WaitingCount({ user }: { user: User }) {
  const mayAsk = !user.init_password && user.second_factor !== "required";
  const { data } = useQuery({ ...homeQuery, enabled: mayAsk, refetchOnMount: false });
  const count = data?.waiting.length ?? 0;
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      data-count={count}
      className="min-w-5 rounded-lg bg-accent-fill px-1 text-center leading-5 text-on-fill after:content-[attr(data-count)] max-lg:absolute max-lg:mb-5 max-lg:ml-6 lg:ml-auto"
    />
  );
}
