import type { NewUser } from "#contract/schemas/access/users.ts";
import { onSessionEnd } from "#web/api/session-state.ts";
import { createStore } from "#web/ui/store.ts";
import { giveAccess } from "./give-access.ts";

/** The user that was added last, with the initial password, until somebody closes it; never written down. */
export const newUser = createStore<NewUser | null>(null);

/** Access that a new user was to get and did not. */
export interface AccessFailure {
  readonly user: Pick<NewUser, "id" | "first_name" | "last_name">;
  readonly customer: number;
  readonly error: Error;
}

/** The failure to give the user that was added last their access, until it is given. */
export const missingAccess = createStore<AccessFailure | null>(null);

onSessionEnd(() => {
  newUser.set(null);
  missingAccess.set(null);
});

/**
 * Gives a user who was just added their access. A failure is answered and not thrown: the user is there all the same, and the password is shown this once.
 */
export const tryAccess = (customer: number, user: NewUser): Promise<AccessFailure | null> =>
  giveAccess(customer, user.id).then(
    () => null,
    (error: Error) => ({ user, customer, error }),
  );
