import type { NewUser } from "#contract/schemas/access/users.ts";
import { onSessionEnd } from "#web/api/session-state.ts";
import { createStore } from "#web/ui/store.ts";

/** The user that was added last, with the initial password, until somebody closes it; never written down. */
export const newUser = createStore<NewUser | null>(null);

onSessionEnd(() => newUser.set(null));
