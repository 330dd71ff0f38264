import { Ban, CircleCheck, Clock, Undo2 } from "lucide";
import { type ImportState, importStateText } from "#rules/exchange/imports/import-state.ts";
import { Badge } from "#web/ui/page/badge.tsx";
import type { StateLook } from "#web/ui/page/box-state-badge.tsx";

const looks: Record<ImportState, StateLook> = {
  0: { tone: "blue", icon: Clock },
  1: { tone: "green", icon: CircleCheck },
  2: { tone: "amber", icon: Undo2 },
  9: { tone: "grey", icon: Ban },
};

type ImportStateBadgeProps = { state: ImportState; checked: string | null; errors: number };

/** Shows the outcome of an import; before it is taken over, its progress. */
export function ImportStateBadge({ state, checked, errors }: ImportStateBadgeProps) {
  if (state !== 0 || (checked !== null && errors === 0))
    return <Badge {...looks[state]}>{importStateText[state]}</Badge>;
  if (checked === null) return <Badge {...looks[0]}>nicht geprüft</Badge>;
  return (
    <Badge tone="red" icon={Ban}>
      mit Fehlern
    </Badge>
  );
}
