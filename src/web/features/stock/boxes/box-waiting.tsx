import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide";
import { joinWaiting, leaveWaiting, listWaiting } from "#contract/calls/deliveries/waiting.ts";
import type { WaitingEntry } from "#contract/schemas/deliveries/waiting.ts";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { showDate } from "#rules/dates.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { call } from "#web/api/call.ts";
import { queryFor } from "#web/api/queries.ts";
import { useActions } from "#web/detail-page/use-actions.ts";
import { showUserName } from "#rules/access/users.ts";
import { showDay } from "#web/ui/berlin-time.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Section } from "#web/ui/page/section.tsx";

/** In which somebody may wait for a box, or has it reserved. */
const joinable: readonly BoxState[] = [BoxState.notInStock, BoxState.ordered, BoxState.retour];

/** Lists the people who wait for a box; shows nothing where nobody does and nobody can. */
export function BoxWaiting({ box: { id, state }, isStaff }: { box: BoxDetail; isStaff: boolean }) {
  const path = { id };
  const isAsked = joinable.includes(state) || state === BoxState.inStock;
  const { data } = useQuery({ ...queryFor(listWaiting, { path }), enabled: isAsked });
  const { start, isPending } = useActions<"join" | "leave">([joinWaiting, leaveWaiting]);
  const entries = data?.results.filter(({ content }) => content === null) ?? [];
  const mayJoin = !isStaff && joinable.includes(state) && data && !entries.some(({ own }) => own);
  if (entries.length === 0 && !mayJoin) return null;
  const join = () =>
    start("join", async () => {
      await call(joinWaiting, { path, body: {} });
      return "Sie stehen auf der Warteliste. Wenn die Box wieder da ist, sagen wir es Ihnen.";
    });
  const leave = (entry: number) =>
    start("leave", async () => {
      await call(leaveWaiting, { path: { id: entry } });
      return "Von der Warteliste genommen";
    });
  return (
    <Section
      title="Warteliste"
      total={entries.length}
      actions={
        mayJoin && (
          <Button icon={Hourglass} pending={isPending("join")} onClick={join}>
            Auf die Warteliste
          </Button>
        )
      }
    >
      <div className="min-h-10 rounded-md border border-line bg-surface">
        {entries.length === 0 && <p className="px-3 py-2 text-muted">Niemand wartet auf diese Box.</p>}
        {entries.length > 0 && (
          <ol>
            {entries.map((entry) => (
              <li
                key={entry.id}
                className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-3 py-2 last:border-b-0"
              >
                <span>{describeEntry(entry)}</span>
                {(entry.own || isStaff) && (
                  <Button look="quiet" pending={isPending("leave")} onClick={() => leave(entry.id)}>
                    {entry.own ? "Nicht mehr warten" : "Von der Liste nehmen"}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
    </Section>
  );
}

function describeEntry({ own, user, created, reserved_until }: WaitingEntry): string {
  const who = own ? "Sie" : showUserName(user);
  return reserved_until ? `${who}: reserviert bis ${showDate(reserved_until)}` : `${who}, seit ${showDay(created)}`;
}
