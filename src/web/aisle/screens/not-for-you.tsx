import { Button } from "#web/ui/button/button.tsx";
import { signOutWorker } from "#web/aisle/device/work.ts";

/** For customer users there is nothing here; who has to set a password or a second factor does so at the desk. */
export function NotForYou({ isUnfinished = false }: { isUnfinished?: boolean }) {
  return (
    <main className="flex h-full flex-col gap-4 p-4">
      <h1>{isUnfinished ? "Bitte erst am Rechner anmelden." : "Nicht gefunden!"}</h1>
      {isUnfinished && <p>Passwort oder zweiter Faktor sind noch einzurichten.</p>}
      <div className="mt-auto grid gap-2">
        <a href="/" className="button min-h-14!">
          Zum Rechner
        </a>
        <Button className="min-h-14!" onClick={() => void signOutWorker()}>
          Abmelden
        </Button>
      </div>
    </main>
  );
}
