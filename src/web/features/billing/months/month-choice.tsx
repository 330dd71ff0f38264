import type { LinkProps } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide";
import { addMonths, showMonth } from "#rules/months.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { Icon } from "#web/ui/icon.tsx";

type MonthChoiceProps = { month: string; thisMonth: string; to: (month: string) => LinkProps };

/** The month that is shown, between the one before and the one after it. */
export function MonthChoice({ month, thisMonth, to }: MonthChoiceProps) {
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)];
  const next = (
    <>
      <span className="max-sm:sr-only">{showMonth(after)}</span>
      <Icon of={ChevronRight} size={14} />
    </>
  );
  return (
    <nav aria-label="Monat" className="flex items-center gap-2">
      <ButtonLink {...to(before)} icon={ChevronLeft}>
        <span className="max-sm:sr-only">{showMonth(before)}</span>
      </ButtonLink>
      <strong aria-current="date" className="text-center">
        {showMonth(month)}
      </strong>
      {after > thisMonth ? (
        <Button disabledReason="Dieser Monat hat noch nicht begonnen.">{next}</Button>
      ) : (
        <ButtonLink {...to(after)}>{next}</ButtonLink>
      )}
    </nav>
  );
}
