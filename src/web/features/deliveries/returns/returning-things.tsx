import type { RefObject } from "react";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { BasketCorrection } from "#web/basket/basket-correction.tsx";
import { BasketLookup } from "#web/basket/basket-lookup.tsx";
import { BasketResults } from "#web/basket/basket-results.tsx";
import { useLookup } from "#web/basket/basket-search.ts";
import type { ChoosingFor } from "#web/basket/basket.ts";
import { useReturnScans } from "./return-scans.ts";
import { forReturn, useReturnable } from "./returnable.ts";
import type { ReturningChoice } from "./use-return.ts";

interface ReturningThingsProps {
  readonly returning: ReturningChoice;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly of?: ChoosingFor;
}

interface ReturningThingsProps {
  readonly returning: ReturningChoice;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly of?: ChoosingFor;
}

/** What can come back, looked for or scanned. */
export function ReturningThings({ returning, field, of = forReturn }: ReturningThingsProps) {
  const { draft } = returning;
  const { text, setText, wanted, searchNow, amount, showMore } = useLookup();
  const { said, read, forget } = useReturnScans(returning, searchNow, of);
  const enter = () => (parseBoxCode(text) ? void read(text) : searchNow(text));
  const type = (next: string) => {
    forget(); // what was said is about what was looked for before
    setText(next);
  };
  return (
    <div>
      <BasketLookup
        field={field}
        text={text}
        onText={type}
        onEnter={enter}
        said={said}
        wanted={draft.customer ? wanted : null}
      />
      {draft.customer ? (
        <Results
          key={draft.customer.id}
          returning={returning}
          of={of}
          owner={draft.customer.id}
          wanted={wanted}
          amount={amount}
          onMore={showMore}
          onChoose={searchNow}
        />
      ) : (
        <p className="mt-2 text-muted">Wählen Sie zuerst den Kunden, oder scannen Sie eine Box.</p>
      )}
    </div>
  );
}

interface ResultsProps {
  readonly of: ChoosingFor;
  readonly returning: ReturningChoice;
  readonly owner: number;
  readonly wanted: string;
  readonly amount: number;
  readonly onMore: () => void;
  readonly onChoose: (meant: string) => void;
}

function Results({ of, returning: { draft, act }, owner, wanted, amount, onMore, onChoose }: ResultsProps) {
  const returnable = useReturnable(owner, wanted, amount, of);
  return (
    <BasketResults
      chosen={draft}
      act={act}
      of={of}
      found={returnable}
      wanted={wanted}
      onMore={onMore}
      isSaid={false}
      meant={
        <BasketCorrection
          wanted={wanted}
          customer={draft.customer?.code}
          state={BoxState.notInStock}
          onChoose={onChoose}
        />
      }
    />
  );
}
