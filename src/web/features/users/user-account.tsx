import { useMutation } from "@tanstack/react-query";
import { editUser, resetPassword } from "#contract/calls/users.ts";
import type { NewUser, User } from "#contract/schemas/users.ts";
import { done } from "#rules/done-texts.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { Section } from "#web/ui/page/section.tsx";
import { showUserName } from "./user-name.ts";

type UserAccountProps = { user: User; onReset: (user: NewUser) => void };

/** A user's access: a new initial password, deactivated or back again. */
export function UserAccount({ user, onReset }: UserAccountProps) {
  const own = useSession().user?.id === user.id;
  const name = showUserName(user);
  const path = { id: user.id };
  const activate = useMutation({
    mutationFn: (active: boolean) => call(editUser, { path, body: { active } }),
    meta: { inPlace: true },
    onSuccess: async () => {
      notify(done.userUpdated);
      await invalidate("users");
    },
  });
  const reset = useMutation({
    mutationFn: () => call(resetPassword, { path }),
    meta: { inPlace: true },
    gcTime: 0, // the answer carries a password
    onSuccess: async (changed) => {
      onReset(changed);
      await invalidate("users");
    },
  });
  const askToReset = async () => {
    const text = `${name} wird überall abgemeldet und kommt nur noch mit dem neuen Initialpasswort hinein.`;
    if (await confirm({ title: "Passwort zurücksetzen", text, action: "Passwort zurücksetzen", danger: true }))
      reset.mutate();
  };
  const askToDeactivate = async () => {
    const text = own
      ? "Sie werden sofort abgemeldet und können sich nicht mehr anmelden."
      : `${name} wird überall abgemeldet und kann sich nicht mehr anmelden. Das lässt sich rückgängig machen.`;
    if (await confirm({ title: "User deaktivieren", text, action: "User deaktivieren", danger: true }))
      activate.mutate(false);
  };
  const askToActivate = async () => {
    const text = `${name} kann sich wieder mit dem bisherigen Passwort anmelden.`;
    if (await confirm({ title: "User aktivieren", text, action: "User aktivieren" })) activate.mutate(true);
  };
  const failure = activate.error ?? reset.error;
  return (
    <Section title="Zugang">
      <div className="flex flex-wrap gap-2">
        <Button
          pending={reset.isPending}
          disabledReason={own && "Ihr eigenes Passwort kann nur ein anderer Admin zurücksetzen."}
          onClick={() => void askToReset()}
        >
          Passwort zurücksetzen
        </Button>
        {user.active ? (
          <Button look="danger" pending={activate.isPending} onClick={() => void askToDeactivate()}>
            User deaktivieren
          </Button>
        ) : (
          <Button pending={activate.isPending} onClick={() => void askToActivate()}>
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
