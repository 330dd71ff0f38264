import { Hourglass, Lock, TriangleAlert } from "lucide";
import { showBoxes, showCount } from "#rules/amounts.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { type Hindrance, hindrances, hindranceText } from "#rules/destruction/destruction.ts";
import type { MarkedOwner } from "#contract/schemas/stock/boxes.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { Badge } from "#web/ui/page/badge.tsx";

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

/** Why boxes of a customer stay when the others are destroyed, with their numbers. */
export const HindranceBadges = ({ of }: { of: MarkedOwner }) =>
  hindrances.map((kind) => of[kind] > 0 && <HindranceBadge key={kind} of={kind} count={of[kind]} />);

/** A customer above their boxes: how many there are, and what speaks against destroying some of them. */
export function OwnerHead({ owner }: { owner: MarkedOwner }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <TextLink {...paths.customer(owner.id)}>{showCustomer(owner)}</TextLink>
      <span className="font-normal text-muted tabular-nums">{showBoxes(owner.boxes)}</span>
      <span className="flex flex-wrap gap-2 font-normal">
        {owner.early > 0 && <EarlyBadge count={owner.early} />}
        {owner.away > 0 && <AwayBadge count={owner.away} />}
        <HindranceBadges of={owner} />
      </span>
    </span>
  );
}
