import { Ban, Check, CircleCheck, CircleDashed, ClipboardCheck, Play } from "lucide";
import { CountState, countStateText, StocktakeState, stocktakeStateText } from "#rules/stocktake/stocktake-state.ts";
import { Badge } from "#web/ui/page/badge.tsx";
import type { StateLook } from "#web/ui/page/box-state-badge.tsx";

const stocktakeLooks: Record<StocktakeState, StateLook> = {
  [StocktakeState.open]: { icon: CircleDashed, tone: "grey" },
  [StocktakeState.counting]: { icon: Play, tone: "violet" },
  [StocktakeState.counted]: { icon: ClipboardCheck, tone: "amber" },
  [StocktakeState.checked]: { icon: Check, tone: "blue" },
  [StocktakeState.closed]: { icon: CircleCheck, tone: "green" },
  [StocktakeState.discarded]: { icon: Ban, tone: "quiet" },
};
const countLooks: Record<CountState, StateLook> = {
  [CountState.open]: { icon: CircleDashed, tone: "grey" },
  [CountState.counting]: { icon: Play, tone: "violet" },
  [CountState.counted]: { icon: ClipboardCheck, tone: "amber" },
  [CountState.checked]: { icon: CircleCheck, tone: "green" },
};

export const StocktakeBadge = ({ state }: { state: StocktakeState }) => (
  <Badge {...stocktakeLooks[state]}>{stocktakeStateText[state]}</Badge>
);
export const CountBadge = ({ state }: { state: CountState }) => (
  <Badge {...countLooks[state]}>{countStateText[state]}</Badge>
);
