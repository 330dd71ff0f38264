import { editUser, resetPassword } from "#contract/calls/users.ts";
import type { NewUser, User } from "#contract/schemas/users.ts";
import { done } from "#rules/texts/done-texts.ts";
import { showUserName } from "#rules/users.ts";
import { call } from "#web/api/call.ts";
import { useSession } from "#web/api/session.ts";
import { useActions } from "#web/details/use-actions.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Section } from "#web/ui/page/section.tsx";

type UserAccountProps = { user: User; onReset: (user: NewUser) => void };

/** A user's access: a new initial password, deactivated or back again. */
export function UserAccount({ user, onReset }: UserAccountProps) {
  const { isOwn, isPending, failure, ...ask } = useUserAccess(user, onReset);
  return (
    <Section title="Zugang">
      <div className="flex flex-wrap gap-2">
        <Button
          pending={isPending("reset")}
          disabledReason={isOwn && "Ihr eigenes Passwort kann nur ein anderer Admin zurücksetzen."}
          onClick={() => void ask.reset()}
        >
          Passwort zurücksetzen
        </Button>
        {user.active ? (
          <Button look="danger" pending={isPending("activate")} onClick={() => void ask.deactivate()}>
            User deaktivieren
          </Button>
        ) : (
          <Button pending={isPending("activate")} onClick={() => void ask.activate()}>
            User aktivieren
          </Button>
        )}
      </div>
      <p role="alert" className="mt-2 text-danger">
        {failure?.message}
      </p>
    </Section>
  );
}

function useUserAccess(user: User, onReset: (user: NewUser) => void) {
  const isOwn = useSession().user?.id === user.id;
  const name = showUserName(user);
  const path = { id: user.id };
  const { ask, isPending, error } = useActions<"activate" | "reset">([editUser, resetPassword], { inPlace: true });
  const setActive = (active: boolean) => async () => {
    await call(editUser, { path, body: { active } });
    return done.userUpdated;
  };
  return {
    isOwn,
    isPending,
    failure: error,
    reset: () => {
      const text = `${name} wird überall abgemeldet und kommt nur noch mit dem neuen Initialpasswort hinein.`;
      const words = { title: "Passwort zurücksetzen", action: "Passwort zurücksetzen" };
      return ask("reset", { ...words, text, danger: true }, async () => onReset(await call(resetPassword, { path })));
    },
    deactivate: () => {
      const text = isOwn
        ? "Sie werden sofort abgemeldet und können sich nicht mehr anmelden."
        : `${name} wird überall abgemeldet und kann sich nicht mehr anmelden. Das lässt sich rückgängig machen.`;
      const words = { title: "User deaktivieren", action: "User deaktivieren" };
      return ask("activate", { ...words, text, danger: true }, setActive(false));
    },
    activate: () => {
      const text = `${name} kann sich wieder mit dem bisherigen Passwort anmelden.`;
      return ask("activate", { title: "User aktivieren", text, action: "User aktivieren" }, setActive(true));
    },
  };
}
