import { Download, Trash2 } from "lucide";
import { useEffect, useId, useState } from "react";
import { type OutboxEntry, isOpenEntry } from "#web/outbox/entry.ts";
import { discard, entries } from "#web/outbox/outbox.ts";
import { namesOnDevice } from "#web/outbox/sessions.ts";
import { Button } from "#web/ui/button/button.tsx";

/** Lists the unsent scans by the person who scanned them. They can be carried away as a file, or thrown away by whoever types how many. */
export function UnsentByPerson() {
  const open = entries.use().filter(isOpenEntry);
  const names = useNames();
  const people = [...new Set(open.map(({ user }) => user))];
  if (people.length === 0) return null;
  return (
    <section aria-label="Nicht gesendet" className="grid gap-3">
      <h2>Nicht gesendet</h2>
      {people.map((user) => (
        <Person
          key={user}
          user={user}
          name={names.get(user) ?? `User ${user}`}
          own={open.filter((entry) => entry.user === user)}
        />
      ))}
    </section>
  );
}

function useNames() {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => {
    namesOnDevice()
      .then(setNames)
      .catch(() => undefined);
  }, []);
  return names;
}

function Person({ user, name, own }: { user: number; name: string; own: readonly OutboxEntry[] }) {
  const [isAsked, setIsAsked] = useState(false);
  const failure = own.find((entry) => entry.failure !== null)?.failure;
  return (
    <div className="grid gap-2">
      <p>
        <b>{name}</b>: <span className="tabular-nums">{own.length}</span>
        {failure && <span className="block text-muted">{failure}</span>}
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Button icon={Download} className="min-h-14!" onClick={() => save(name, own)}>
          Als Datei
        </Button>
        <Button look="danger" icon={Trash2} className="min-h-14!" onClick={() => setIsAsked(!isAsked)}>
          Verwerfen
        </Button>
      </div>
      {isAsked && <Discarding user={user} count={own.length} />}
    </div>
  );
}

function Discarding({ user, count }: { user: number; count: number }) {
  const id = useId();
  const [typed, setTyped] = useState("");
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (Number(typed) === count) void discard(user);
      }}
    >
      <label htmlFor={id}>Zum Verwerfen die Anzahl eingeben ({count})</label>
      <div className="grid grid-cols-2 gap-2">
        <input
          id={id}
          className="control"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" look="danger" disabledReason={Number(typed) !== count && "Die Anzahl stimmt nicht"}>
          Endgültig verwerfen
        </Button>
      </div>
    </form>
  );
}

/** A file with the scans, without what would let its reader sign in. */
function save(name: string, own: readonly OutboxEntry[]) {
  const scans = own.map(({ operation, scanned, seq }) => ({ seq, at: new Date(scanned).toISOString(), ...operation }));
  const address = URL.createObjectURL(
    new Blob([JSON.stringify({ name, scans }, null, 2)], { type: "application/json" }),
  );
  const link = document.createElement("a");
  link.href = address;
  link.download = `scans-${name.replaceAll(/[^\p{L}\d]+/gu, "-")}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address));
}
