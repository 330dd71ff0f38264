import { useQuery } from "@tanstack/react-query";
import X from "lucide-react/icons/x";
import { type Ref, useId, useState } from "react";
import { listUsers } from "#contract/calls/users.ts";
import type { User } from "#contract/schemas/users.ts";
import { queryFor } from "#web/api/queries.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";

type Person = Pick<User, "id" | "first_name" | "last_name" | "email"> & { active?: boolean };
const mostShown = 100; // a longer list is not read but searched
const searchFrom = 8; // shorter ones are seen at a glance

interface PermissionsFieldProps {
  readonly value: readonly number[];
  readonly onChange: (ids: number[]) => void;
  readonly onBlur: () => void;
  /** Who had access when the customer was loaded: known by name before the list of all comes. */
  readonly known: readonly Person[];
  readonly error: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** Which customer users may see a customer (specification 6). */
export function PermissionsField({ value, onChange, onBlur, known, error, ref }: PermissionsFieldProps) {
  const id = useId();
  const [sought, setSought] = useState("");
  const users = useQuery(queryFor(listUsers, { query: { is_staff: false } }));
  const people: Person[] = users.data?.results ?? [];
  const byId = new Map([...known, ...people].map((person) => [person.id, person]));
  const fitting = people.filter((person) => fits(person, sought));
  const give = (userId: number, on: boolean) =>
    onChange([...value.filter((other) => other !== userId), ...(on ? [userId] : [])].sort((a, b) => a - b));
  return (
    <fieldset className="grid min-w-0 content-start gap-2" aria-describedby={error ? id : undefined}>
      <legend className="mb-1 flex flex-wrap gap-x-2">
        <span className="font-semibold">User mit Zugriff</span>
        <span id={id} aria-live="polite" className="text-danger">
          {error}
        </span>
      </legend>
      {value.length === 0 ? (
        <p className="flex min-h-6 items-center text-muted">Kein User ausgewählt (Nur Zugriff für Admins)</p>
      ) : (
        <ul aria-label="Ausgewählte User" className="flex min-h-6 flex-wrap gap-2">
          {value.map((userId) => (
            <li key={userId}>
              <button type="button" className="chip" title="Entfernen" onClick={() => give(userId, false)}>
                {nameOf(byId.get(userId))}
                <span className="sr-only"> entfernen</span>
                <X aria-hidden size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {people.length > searchFrom && (
        <TextInput
          aria-label="User suchen"
          placeholder="Name oder E-Mail"
          className="control"
          autoComplete="off"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      {users.error && <ErrorState error={users.error} onRetry={users.refetch} pending={users.isFetching} />}
      {users.data && (
        <div
          role="group"
          aria-label="Kundenuser"
          tabIndex={-1}
          className="h-56 overflow-y-auto rounded-md border border-field bg-surface p-1"
        >
          {fitting.slice(0, mostShown).map((person, index) => (
            <label key={person.id} className="pop-item hover:bg-hover">
              <input
                ref={index === 0 ? ref : undefined}
                type="checkbox"
                className="size-4 shrink-0 pointer-coarse:size-6"
                checked={value.includes(person.id)}
                aria-invalid={Boolean(error)}
                onChange={(event) => give(person.id, event.target.checked)}
                onBlur={onBlur}
              />
              <span className="min-w-0 break-words">
                {nameOf(person)} <span className="text-muted">{person.email}</span>
                {person.active === false && <span className="text-muted"> (deaktiviert)</span>}
              </span>
            </label>
          ))}
          <p role="status" className="px-2 text-muted not-empty:py-1.5">
            {people.length === 0 && "Es gibt noch keine Kundenuser."}
            {people.length > 0 && fitting.length === 0 && "Keine Treffer"}
            {fitting.length > mostShown && `${fitting.length - mostShown} weitere: bitte suchen`}
          </p>
        </div>
      )}
    </fieldset>
  );
}

const nameOf = (person: Person | undefined) =>
  person ? [person.first_name, person.last_name].filter(Boolean).join(" ") : "…";

function fits(person: Person, sought: string): boolean {
  const text = `${nameOf(person)} ${person.email}`.toLocaleLowerCase("de");
  return sought
    .toLocaleLowerCase("de")
    .split(/\s+/)
    .every((word) => text.includes(word));
}
