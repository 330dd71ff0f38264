import { showThings } from "#rules/amounts.ts";
import { type SubmitEvent, useId, useState } from "react";
import { CallError } from "#web/api/call-error.ts";
import { isOpenEntry } from "#web/outbox/entry.ts";
import { entries } from "#web/outbox/outbox.ts";
import { useSession } from "#web/api/session-state.ts";
import { Button } from "#web/ui/button/button.tsx";
import { refreshWorker, signIn } from "#web/aisle/device/work.ts";

/** Asks who works here. Work that others have left on the device is named, and goes out under their names. */
export function SignInScreen({ failure }: { failure: Error | null }) {
  const { ended } = useSession();
  const open = entries.use().filter(isOpenEntry).length;
  return (
    <main className="flex h-full flex-col gap-4 overflow-y-auto bg-surface p-4">
      <h1 className="flex items-center gap-3">
        <img src="/lager/icon.svg" alt="" width={32} height={32} />
        Lager
      </h1>
      {ended && <p>Ihre Sitzung ist beendet. Der Bestand ist von diesem Gerät gelöscht.</p>}
      {open > 0 && (
        <p role="status" className="tone-amber rounded-md bg-tone-soft p-2 text-tone">
          {showThings(open, "Scan ist", "Scans sind")} noch nicht gesendet. Wer sie gescannt hat, sendet sie mit der
          Anmeldung.
        </p>
      )}
      {failure ? <Failed failure={failure} /> : <SignInForm />}
    </main>
  );
}

function Failed({ failure }: { failure: Error }) {
  return (
    <div className="grid gap-3">
      <p role="alert">{failure.message}</p>
      <Button onClick={() => void refreshWorker()}>Erneut versuchen</Button>
    </div>
  );
}

function SignInForm() {
  const [wantsCode, setWantsCode] = useState(false);
  const [failure, setFailure] = useState("");
  const [isPending, setIsPending] = useState(false);
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const formData = new FormData(event.currentTarget);
    const text = (name: string) => formData.get(name) as string;
    const code = wantsCode ? text("code").trim() : "";
    setIsPending(true);
    setFailure("");
    try {
      await signIn({ username: text("username").trim(), password: text("password"), ...(code && { code }) });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === "second_factor")
        setWantsCode(true); // the password was right
      else setFailure(error.message);
    } finally {
      setIsPending(false);
    }
  };
  return (
    <form className="mt-auto grid gap-4" onSubmit={(event) => void send(event)}>
      <Typed label="E-Mail" name="username" type="email" autoComplete="username" autoCapitalize="none" />
      <Typed label="Passwort" name="password" type="password" autoComplete="current-password" />
      {wantsCode && <Typed label="Code des zweiten Faktors" name="code" autoComplete="one-time-code" />}
      <p role="alert" className="min-h-6 text-danger">
        {failure}
      </p>
      <Button type="submit" look="primary" className="min-h-14!" pending={isPending}>
        Anmelden
      </Button>
    </form>
  );
}

function Typed({ label, ...rest }: { label: string } & React.ComponentProps<"input">) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input id={id} className="control" spellCheck={false} required {...rest} />
    </div>
  );
}
