import { useEffect, useState } from "react";
import type { User } from "#contract/schemas/access/users.ts";
import { queryClient } from "#web/api/queries.ts";
import { sessionState, showNobody } from "#web/api/session-state.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { CompanyHint } from "#web/forms/company-hint.tsx";
import { LoginForm } from "./login-form.tsx";

/** The server ended the session in the middle of something: who signs in again goes on with it, and nobody else does. */
export function LostSession({ user }: { user: User }) {
  const [shown, setShown] = useState(1);
  useGoOn(user);
  return (
    <Dialog key={shown} open title="Sitzung beendet" role="alertdialog" onClose={() => setShown(shown + 1)}>
      <p className="mb-4">
        Sie sind nicht mehr angemeldet. Was Sie eingegeben haben, steht noch da: Melden Sie sich an, und machen Sie
        weiter.
      </p>
      <LoginForm email={user.email} others={<Button onClick={() => showNobody()}>Verwerfen</Button>} />
      <CompanyHint />
    </Dialog>
  );
}

/** Reloads data that was loaded meanwhile, or could not be. An address that belongs to somebody else by now starts from the beginning. */
function useGoOn({ id }: User) {
  useEffect(
    () => () => {
      const { user } = sessionState();
      if (user && user.id !== id) location.assign("/");
      else if (user) void queryClient.invalidateQueries();
    },
    [id],
  );
}
