import { clsx } from "clsx";
import { CircleCheck, CircleDashed, CircleX, PackageCheck, Search } from "lucide";
import { caseKindText, CaseStage, caseStageText, CaseState, caseStateText } from "#rules/stocktake/case-state.ts";
import type { Case } from "#contract/schemas/stocktake/cases.ts";
import { showDate } from "#rules/dates.ts";
import { Badge, type Tone } from "#web/ui/page/badge.tsx";
import type { StateLook } from "#web/ui/page/box-state-badge.tsx";

const looks: Record<CaseState, StateLook> = {
  [CaseState.open]: { icon: CircleDashed, tone: "orange" },
  [CaseState.searched]: { icon: Search, tone: "violet" },
  [CaseState.found]: { icon: PackageCheck, tone: "blue" },
  [CaseState.lost]: { icon: CircleX, tone: "red" },
  [CaseState.closed]: { icon: CircleCheck, tone: "quiet" },
};
const stageTones: Record<CaseStage, Tone> = {
  [CaseStage.search]: "grey",
  [CaseStage.second]: "amber",
  [CaseStage.lead]: "loud",
};

export const CaseBadge = ({ state }: { state: CaseState }) => <Badge {...looks[state]}>{caseStateText[state]}</Badge>;

/** Shows who has to look after the case by now, and from when on somebody else has to. */
export function StageBadge({ of: { stage, state, due_1, due_2 }, className }: { of: Case; className?: string }) {
  if (state === CaseState.closed) return null;
  const next = [due_1, due_2][stage];
  return (
    <span className={clsx("inline-flex items-center gap-x-2 whitespace-nowrap tabular-nums", className)}>
      <Badge tone={stageTones[stage]}>{caseStageText[stage]}</Badge>
      {next && <span className="text-muted">bis {showDate(next)}</span>}
    </span>
  );
}

/** Names the subject of a case, with its code where that says more than its number. */
export const kindOf = ({ kind }: Pick<Case, "kind">) => caseKindText[kind];
