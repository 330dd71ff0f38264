import { BatchState, batchStateText } from "#rules/destruction/batch-state.ts";
import { Badge, type Tone } from "#web/ui/page/badge.tsx";

const tones: Record<BatchState, Tone> = {
  [BatchState.draft]: "grey",
  [BatchState.proposed]: "blue",
  [BatchState.approved]: "violet",
  [BatchState.confirmed]: "orange",
  [BatchState.shredding]: "amber",
  [BatchState.destroyed]: "amber",
  [BatchState.certified]: "green",
  [BatchState.aborted]: "quiet",
};

export const BatchBadge = ({ state }: { state: BatchState }) => (
  <Badge tone={tones[state]} struck={state === BatchState.aborted}>
    {batchStateText[state]}
  </Badge>
);
