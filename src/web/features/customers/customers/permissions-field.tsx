import { X } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { type Ref, useId, useState } from "react";
import { listUsers } from "#contract/calls/access/users.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { queryFor } from "#web/api/queries.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { Icon } from "#web/ui/icon.tsx";

type Person = Pick<User, "id" | "first_name" | "last_name" | "email"> & { active?: boolean };
const mostShown = 6; // people are searched, not read through

interface PermissionsFieldProps {
  readonly value: readonly number[];
  readonly onChange: (ids: number[]) => void;
  readonly onBlur: () => void;
  /** People who had access when the customer was loaded: known by name before the list of all comes. */
  readonly known: readonly Person[];
  readonly error: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** Sets the customer users who may see a customer (specification 6). */
export function PermissionsField({ value, onChange, onBlur, known, error, ref }: PermissionsFieldProps) {
  const id = useId();
  const [sought, setSought] = useState("");
  const [isSearched, setSearched] = useState(false);
  const users = useQuery({ ...queryFor(listUsers, { query: { is_staff: false } }), enabled: isSearched });
  const people: Person[] = users.data?.results ?? [];
  const byId = new Map([...known, ...people].map((person) => [person.id, person]));
  const fitting = sought.trim() === "" ? [] : people.filter((person) => fits(person, sought));
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
      <Chosen
        people={value.map((userId) => byId.get(userId) ?? { id: userId })}
        onRemove={(userId) => give(userId, false)}
      />
      <TextInput
        ref={ref}
        aria-label="User suchen"
        placeholder="Name oder E-Mail"
        className="control"
        autoComplete="off"
        value={sought}
        aria-invalid={Boolean(error)}
        onFocus={() => setSearched(true)}
        onChange={(event) => setSought(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault(); // it takes whom one looks for, and does not send the form
          const [first] = fitting;
          if (!first) return;
          give(first.id, true);
          setSought("");
        }}
        onBlur={onBlur}
      />
      {users.error && <ErrorState error={users.error} onRetry={users.refetch} pending={users.isFetching} />}
      <People fitting={fitting} chosen={value} onGive={give} />
      <p role="status" className="min-h-5 text-muted">
        {saidOf({ sought, isKnown: users.data !== undefined, all: people.length, fitting: fitting.length })}
      </p>
    </fieldset>
  );
}

type ChosenProps = { people: readonly (Person | { id: number })[]; onRemove: (id: number) => void };

function Chosen({ people, onRemove }: ChosenProps) {
  if (people.length === 0)
    return <p className="flex min-h-6 items-center text-muted">Kein User ausgewählt (Nur Zugriff für Admins)</p>;
  return (
    <ul aria-label="Ausgewählte User" className="flex min-h-6 flex-wrap gap-2">
      {people.map((person) => (
        <li key={person.id}>
          <button type="button" className="chip" title="Entfernen" onClick={() => onRemove(person.id)}>
            {"email" in person ? nameOf(person) : "…"}
            <span className="sr-only"> entfernen</span>
            <Icon of={X} size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface PeopleProps {
  readonly fitting: readonly Person[];
  readonly chosen: readonly number[];
  readonly onGive: (id: number, on: boolean) => void;
}

/** The users that match the typed text; none before anything is typed. */
function People({ fitting, chosen, onGive }: PeopleProps) {
  if (fitting.length === 0) return null;
  return (
    <div role="group" aria-label="User des Kunden" className="rounded-md border border-field bg-surface p-1">
      {fitting.slice(0, mostShown).map((person) => (
        <label key={person.id} className="pop-item hover:bg-hover">
          <input
            type="checkbox"
            className="size-4 shrink-0 pointer-coarse:size-6"
            checked={chosen.includes(person.id)}
            onChange={(event) => onGive(person.id, event.target.checked)}
          />
          <span className="min-w-0 break-words">
            {nameOf(person)} <span className="text-muted">{person.email}</span>
            {person.active === false && <span className="text-muted"> (deaktiviert)</span>}
          </span>
        </label>
      ))}
    </div>
  );
}

/** Describes the result of a search where the people below it do not say so. */
function saidOf({ sought, isKnown, all, fitting }: { sought: string; isKnown: boolean; all: number; fitting: number }) {
  if (isKnown && all === 0) return "Es gibt noch keine User von Kunden.";
  if (sought.trim() === "") return "";
  if (!isKnown) return "Wird geladen …";
  if (fitting === 0) return "Keine Treffer";
  return fitting > mostShown ? `${fitting - mostShown} weitere: bitte genauer suchen` : "";
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
