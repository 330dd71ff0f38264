import { useMutation, useQuery } from "@tanstack/react-query";
import { endOtherSessions, knowSessions, listSessions } from "#contract/calls/access/sessions.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { call } from "#web/api/call.ts";
import { queryFor, invalidate } from "#web/api/queries.ts";
import { Button } from "#web/ui/button/button.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { showDateTime } from "#web/ui/berlin-time.ts";

/** Sign-ins from where somebody had never signed in: whoever it was not ends them. Nothing where there are none, or where this is one itself. */
export function NewDevices() {
  const { data } = useQuery(queryFor(listSessions));
  const answering = useMutation({
    mutationFn: (route: typeof knowSessions | typeof endOtherSessions) => call(route),
    onSuccess: (_nothing, route) => route === endOtherSessions && notify(successTexts.sessionsEnded),
    onSettled: () => invalidate(endOtherSessions),
  });
  const sessions = data?.results ?? [];
  const newSessions = sessions.filter(({ is_new }) => is_new);
  if (newSessions.length === 0 || newSessions.some(({ current }) => current)) return null;
  return (
    <div role="note" className="mb-4 max-w-prose rounded-md bg-tone-soft px-3 py-2 break-words text-tone tone-amber">
      <p className="font-semibold">Anmeldung von neuem Gerät</p>
      <ul>
        {newSessions.map(({ id, device, address, created }) => (
          <li key={id}>
            {device}, {address}, {showDateTime(created)}
          </li>
        ))}
      </ul>
      <p>
        Wenn Sie das nicht waren: Melden Sie die anderen Geräte ab, und ändern Sie unter „Mein Zugang“ Ihr Passwort.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button pending={answering.isPending} onClick={() => answering.mutate(knowSessions)}>
          Das war ich
        </Button>
        <Button look="danger" pending={answering.isPending} onClick={() => answering.mutate(endOtherSessions)}>
          Andere Geräte abmelden
        </Button>
      </div>
    </div>
  );
}
