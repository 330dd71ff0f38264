import { Hourglass, Lock, TriangleAlert } from "lucide";
import { showBoxes, showCount } from "#rules/amounts.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { findDoubts, type Hindrance, hindrances, hindranceText } from "#rules/destruction/destruction.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { Badge } from "#web/ui/page/badge.tsx";
import { type MarkedBoxEntry, splitMarkedBoxes } from "./marked-boxes.ts";

type OfMany = { count?: number };

const before = (count: number | undefined) => (count === undefined ? "" : `${showCount(count)} × `);

/** The year of destruction has not come; of many boxes with their number. */
export const EarlyBadge = ({ count }: OfMany) => (
  <Badge tone="amber" icon={Hourglass}>
    {before(count)}Frist läuft noch
  </Badge>
);

/** It is not known to be in the archive; of many boxes with their number. */
export const AwayBadge = ({ count }: OfMany) => (
  <Badge tone="amber" icon={TriangleAlert}>
    {before(count)}nicht im Haus
  </Badge>
);

/** Why it stays marked when the others are destroyed; of many boxes with their number. */
export const HindranceBadge = ({ of, count }: OfMany & { of: Hindrance }) => (
  <Badge tone={of === "kept" ? "amber" : "red"} icon={Lock}>
    {before(count)}
    {hindranceText[of]}
  </Badge>
);

/** A customer above their boxes: how many there are, and what speaks against destroying some of them. */
export function OwnerHead({ boxes, today }: { boxes: readonly MarkedBoxEntry[]; today: string }) {
  const [first] = boxes;
  if (!first) return null;
  const { early, away } = findDoubts(boxes, today);
  const { staying } = splitMarkedBoxes(boxes);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <TextLink {...paths.customer(first.owner.id)}>{showCustomer(first.owner)}</TextLink>
      <span className="font-normal text-muted tabular-nums">{showBoxes(boxes.length)}</span>
      <span className="flex flex-wrap gap-2 font-normal">
        {early.length > 0 && <EarlyBadge count={early.length} />}
        {away.length > 0 && <AwayBadge count={away.length} />}
        {hindrances.map((kind) => staying[kind] > 0 && <HindranceBadge key={kind} of={kind} count={staying[kind]} />)}
      </span>
    </span>
  );
}
