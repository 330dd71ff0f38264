import { useState } from "react";
import { editUser, resetPassword, resetSecondFactor } from "#contract/calls/access/users.ts";
import type { NewUser, User } from "#contract/schemas/access/users.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { nextOfUser } from "#rules/access/user-next.ts";
import { showUserName } from "#rules/access/users.ts";
import { call } from "#web/api/call.ts";
import { useSession } from "#web/api/session.ts";
import { OwnPasswordDialog } from "#web/forms/own-password-dialog.tsx";
import { useActions } from "#web/detail-page/use-actions.ts";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { InviteTick } from "./invite-tick.tsx";
import { onlyManagers } from "./only-managers.ts";
import { AdminBadge, DeactivatedBadge, ServiceBadge } from "./user-columns.tsx";

type UserHeadProps = { user: User; onReset: (user: NewUser) => void };

/** The head of a user, with what may be done to their access: a new initial password, deactivated or back again. */
export function UserHead({ user, onReset }: UserHeadProps) {
  const isReadOnly = !useSession().user?.manages_users && onlyManagers;
  const { isOwn, isPending, failure, ...ask } = useUserAccess(user);
  const [asked, setAsked] = useState<"password" | "factor" | null>(null);
  const close = () => setAsked(null);
  const pending = isPending("activate");
  return (
    <>
      <DetailHead
        above={<AboveUser />}
        title={showUserName(user)}
        badge={
          <>
            {user.service && <ServiceBadge />}
            {user.is_staff && <AdminBadge />}
            {!user.active && <DeactivatedBadge />}
          </>
        }
        next={nextOfUser(user)}
        primary={
          !user.active && { text: "User aktivieren", blocked: isReadOnly, pending, act: () => void ask.activate() }
        }
        more={[
          !user.service && {
            text: "Passwort zurücksetzen",
            blocked: isReadOnly || (isOwn && "Ihr eigenes Passwort kann nur ein anderer Admin zurücksetzen."),
            act: () => setAsked("password"),
          },
        ]}
        dangers={[
          user.second_factor === "on" && {
            text: "Zweiten Faktor entfernen",
            blocked: isReadOnly || (isOwn && refused.ownFactor.message),
            act: () => setAsked("factor"),
          },
          user.active && {
            text: "User deaktivieren",
            blocked: isReadOnly,
            pending,
            act: () => void ask.deactivate(),
          },
        ]}
      />
      <p role="alert" className="mb-3 text-danger empty:hidden">
        {failure?.message}
      </p>
      {asked === "password" && <PasswordReset user={user} onReset={onReset} onClose={close} />}
      {asked === "factor" && <FactorRemoval user={user} onClose={close} />}
    </>
  );
}

export const AboveUser = () => <TextLink {...paths.users()}>Users</TextLink>;

function PasswordReset({ user, onReset, onClose }: UserHeadProps & { onClose: () => void }) {
  const name = showUserName(user);
  const [invite, setInvite] = useState(false);
  return (
    <OwnPasswordDialog
      title="Passwort zurücksetzen"
      text={`${name} wird überall abgemeldet und kommt nur noch mit dem neuen Initialpasswort hinein. Token für Programme enden.`}
      action="Passwort zurücksetzen"
      danger
      route={resetPassword}
      send={({ own_password }, once) =>
        call(resetPassword, { path: { id: user.id }, body: { own_password, ...(invite && { invite }) }, once })
      }
      onSent={onReset}
      onClose={onClose}
    >
      <InviteTick checked={invite} onChange={setInvite} />
    </OwnPasswordDialog>
  );
}

function FactorRemoval({ user, onClose }: { user: User; onClose: () => void }) {
  return (
    <OwnPasswordDialog
      title="Zweiten Faktor entfernen"
      text={`${showUserName(user)} wird überall abgemeldet und meldet sich danach nur mit dem Passwort an. Token für Programme enden.`}
      action="Zweiten Faktor entfernen"
      danger
      route={resetSecondFactor}
      send={({ own_password }, once) =>
        call(resetSecondFactor, { path: { id: user.id }, body: { own_password }, once })
      }
      done={successTexts.factorRemoved}
      onClose={onClose}
    />
  );
}

function deactivationOf(user: User, isOwn: boolean): string {
  const name = showUserName(user);
  if (user.service) return `Kein Programm kommt mehr als ${name} herein. Seine Token enden endgültig.`;
  if (isOwn) return "Sie werden sofort abgemeldet und können sich nicht mehr anmelden.";
  return `${name} wird überall abgemeldet und kann sich nicht mehr anmelden. Das lässt sich rückgängig machen; Token für Programme enden.`;
}

function useUserAccess(user: User) {
  const isOwn = useSession().user?.id === user.id;
  const name = showUserName(user);
  const path = { id: user.id };
  const { ask, isPending, error } = useActions<"activate">([editUser], { inPlace: true });
  const setActive = (active: boolean) => async () => {
    await call(editUser, { path, body: { active } });
    return successTexts.userUpdated;
  };
  return {
    isOwn,
    isPending,
    failure: error,
    deactivate: () => {
      const text = deactivationOf(user, isOwn);
      const words = { title: "User deaktivieren", action: "User deaktivieren" };
      return ask("activate", { ...words, text, danger: true }, setActive(false));
    },
    activate: () => {
      const text = user.service
        ? `Programme können wieder als ${name} arbeiten, mit neuen Token.`
        : `${name} kann sich wieder mit dem bisherigen Passwort anmelden.`;
      return ask("activate", { title: "User aktivieren", text, action: "User aktivieren" }, setActive(true));
    },
  };
}
