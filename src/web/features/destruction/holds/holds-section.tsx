import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide";
import { useState } from "react";
import { listHolds } from "#contract/calls/destruction/holds.ts";
import type { Hold } from "#contract/schemas/destruction/holds.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { AskHold, AskRelease } from "./ask-hold.ts";
import { HoldStateBadge } from "./hold-state-badge.tsx";
import { releasedText, describeHoldScope, setText, untilText } from "./hold-texts.ts";

type HoldsProps = {
  customer: number;
  /** The box whose holds they are; all of the customer's otherwise. */
  box?: { readonly id: number; readonly name: string };
  isStaff: boolean;
};

const few = 5; // the others have a page

/** Why a box, or what a customer has, must not be destroyed; nothing for who may not change it while there is nothing to say. */
export function Holds({ customer, box, isStaff }: HoldsProps) {
  const [isOpen, setOpen] = useState(false);
  const [ending, setEnding] = useState<Hold>();
  const query = box ? { box: box.id, limit: few } : { customer, limit: few };
  const { data, error, refetch, isFetching } = useQuery(queryFor(listHolds, { query }));
  const mayManage = data?.may_manage ?? false;
  if (data?.count === 0 && !mayManage) return null;
  return (
    <Section
      title="Sperren"
      total={data?.count}
      actions={
        mayManage && (
          <Button icon={Lock} onClick={() => setOpen(true)}>
            Sperre setzen
          </Button>
        )
      }
    >
      <div className="min-h-10 rounded-md border border-line bg-surface">
        {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
        {data?.count === 0 && <p className="px-3 py-2 text-muted">Nichts ist gesperrt.</p>}
        {data && data.count > 0 && (
          <ul>
            {data.results.map((hold) => (
              <li
                key={hold.id}
                className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b border-line px-3 py-2 last:border-b-0"
              >
                <HoldStateBadge isReleased={hold.released !== null} />
                <HoldText hold={hold} />
                {mayManage && hold.released === null && (isStaff || hold.by_customer) && (
                  <Button look="quiet" onClick={() => setEnding(hold)}>
                    Aufheben
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {data && data.count > few && (
        <p className="mt-1">
          <TextLink {...paths.holds({ customer })}>Alle Sperren</TextLink>
        </p>
      )}
      {isOpen && <AskHold customer={customer} box={box} onClose={() => setOpen(false)} />}
      {ending && <AskRelease hold={ending} isStaff={isStaff} onClose={() => setEnding(undefined)} />}
    </Section>
  );
}

function HoldText({ hold }: { hold: Hold }) {
  const { reason, reference } = hold;
  const more = [describeHoldScope(hold), setText(hold), untilText(hold), releasedText(hold)].filter(Boolean);
  return (
    <span className="min-w-40 flex-1 break-words">
      <strong>{[reason, reference].filter(Boolean).join(", ")}</strong>
      <span className="block text-muted">{more.join("; ")}</span>
    </span>
  );
}
