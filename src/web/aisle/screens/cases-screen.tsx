import { showThings } from "#rules/amounts.ts";
import {
  type OperationAnswer,
  beginHeld,
  type Case,
  casesOf,
  heldCases,
  type HeldState,
} from "#rules/aisle/open-cases.ts";
import type { CommonTap } from "#rules/aisle/flow.ts";
import type { Result } from "#rules/aisle/operation.ts";
import { type OutboxEntry, idOf, keptOf } from "#web/outbox/entry.ts";
import { AnswerCard } from "#web/aisle/answer-card.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import type { FlowHandle } from "#web/aisle/device/flow-run.ts";
import { useHeld } from "#web/aisle/device/device-cases.ts";
import { FlowScreen } from "#web/aisle/flow-screen.tsx";
import { QuestionChoices } from "#web/aisle/question-choices.tsx";

const flow = { name: "held" as const, begin: beginHeld, reduce: heldCases };

/** Lists the cases that could not be done, each until somebody has looked into it. A scan leads to the case of its box. */
export function HeldScreen() {
  return (
    <FlowScreen flow={flow} title="Klärfälle">
      {(run) => <Cases {...run} />}
    </FlowScreen>
  );
}

function Cases({ state, data, tap }: FlowHandle<HeldState, CommonTap>) {
  const { stuck, notes } = useHeld();
  const cases = casesOf(stuck.map(answeredOf), notes, data);
  if (cases.length === 0) return <p className="p-4 text-center text-muted">Keine Klärfälle.</p>;
  const isWanted = ({ asking }: Case) => asking.code === state.code;
  const sortedCases = [...cases.filter(isWanted), ...cases.filter((one) => !isWanted(one))];
  return sortedCases.map((one) => <CaseCard key={one.id} of={one} isOnline={state.isOnline} onTap={tap} />);
}

function CaseCard({ of, isOnline, onTap }: { of: Case; isOnline: boolean; onTap: (what: CommonTap) => void }) {
  const { wanted, at, later, asking } = of;
  return (
    <article className="grid shrink-0 gap-2 border-b border-line pb-2">
      <AnswerCard say={asking} isSaid={false} />
      <p>
        {wanted && <span className="block">Gewollt: {wanted}</span>}
        <span className="text-muted">Gescannt {showDateTime(new Date(at).toISOString())}</span>
        {later > 0 && <span className="block">{showThings(later, "Scan wartet", "Scans warten")} dahinter.</span>}
      </p>
      <QuestionChoices
        choices={asking.choices.filter(({ what }) => what.do !== "leave")}
        isOnline={isOnline}
        onTap={onTap}
      />
    </article>
  );
}

function answeredOf(entry: OutboxEntry): OperationAnswer {
  const { isHeld, status, state, message, code, result, scanned } = entry;
  const bare = { again: false, box: null, by: null };
  const answer: Result | null =
    status === "refused" && !isHeld ? { ...bare, id: idOf(entry), status, state, message, code, ...result } : null;
  return { ...keptOf(entry), result: answer, at: scanned };
}
