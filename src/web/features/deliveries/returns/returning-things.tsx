import type { RefObject } from "react";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { BasketCorrection } from "#web/basket/basket-correction.tsx";
import { BasketLookup } from "#web/basket/basket-lookup.tsx";
import { BasketResults } from "#web/basket/basket-results.tsx";
import type { MentionedBox } from "#web/basket/list/list-dialog.tsx";
import { ListTarget } from "#web/basket/list/list-target.tsx";
import { useLookup } from "#web/basket/basket-search.ts";
import type { ChoosingFor } from "#web/basket/basket.ts";
import { codeOf } from "#web/ui/scan-dispatcher.ts";
import { useReturnScans } from "./return-scans.ts";
import { forReturn, useReturnable } from "./returnable.ts";
import type { ReturningChoice } from "./use-return.ts";

interface ReturningThingsProps {
  readonly returning: ReturningChoice;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly of?: ChoosingFor;
}

/** Lists the things that can come back, looked for or scanned. */
export function ReturningThings({ returning, field, of = forReturn }: ReturningThingsProps) {
  const { draft } = returning;
  const { text, setText, wanted, searchNow, amount, showMore } = useLookup();
  const { said, read, forget } = useReturnScans(returning, searchNow, of);
  const enter = () => {
    if (parseBoxCode(text)) return void read(text);
    searchNow(text);
    void codeOf(text.trim()).then((code) => (code ? read(code) : undefined));
  };
  const owner = draft.customer;
  const type = (next: string) => {
    forget(); // what was said is about what was looked for before
    setText(next);
  };
  const take = (boxes: readonly MentionedBox[]) => {
    forget();
    for (const { id, code } of boxes) returning.act({ type: "addBox", box: { id, code } }, owner);
  };
  return (
    <div>
      <ListTarget customer={owner ? owner.id : null} purpose={of.purpose} onTake={take}>
        <BasketLookup
          field={field}
          text={text}
          onText={type}
          onEnter={enter}
          said={said}
          wanted={owner ? wanted : null}
        />
      </ListTarget>
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
