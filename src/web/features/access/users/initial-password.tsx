import { useBlocker } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { NewUser } from "#contract/schemas/access/users.ts";
import { useLeaveQuestion } from "#web/shell/leave-question.ts";
import { Button } from "#web/ui/button/button.tsx";
import { CopyButton } from "#web/ui/button/copy-button.tsx";
import { initialPasswordHours, showUserName } from "#rules/access/users.ts";

type InitialPasswordProps = {
  user: NewUser;
  /** True where other pages come back to the password: then only a reload loses it. */
  isKept?: boolean;
  onLeave: () => void;
};

/** Shows an initial password, which the server shows only once; it goes away by its own button only. */
export function InitialPassword({ user, isKept = false, onLeave }: InitialPasswordProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useLeaveQuestion(!isKept, `Das Initialpasswort von ${showUserName(user)} wird danach nicht mehr angezeigt.`, {
    title: "Passwort notiert?",
    action: "Seite verlassen",
  });
  useBlocker({ disabled: !isKept, shouldBlockFn: () => false });
  return (
    <section
      aria-labelledby="initial-password"
      className="max-w-md rounded-md border border-l-4 border-line border-l-accent bg-surface p-4"
    >
      <h2 ref={heading} id="initial-password" tabIndex={-1} className="outline-none">
        Initialpasswort für {showUserName(user)}
      </h2>
      <p className="my-3 flex items-center gap-2">
        <output className="rounded-sm border border-line bg-page px-3 py-1 text-section font-semibold break-all tabular-nums select-all">
          {user.init_password_plain}
        </output>
        <CopyButton text={user.init_password_plain} label="Passwort kopieren" />
      </p>
      <p className="mb-4 text-muted">
        Es wird nur dieses eine Mal angezeigt. Bitte geben Sie es weiter; beim ersten Anmelden mit {user.email} wird es
        durch ein eigenes ersetzt. Es gilt {initialPasswordHours} Stunden.
      </p>
      <Button look="primary" onClick={onLeave}>
        Passwort notiert
      </Button>
    </section>
  );
}
