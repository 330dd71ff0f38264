import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import { parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { codeOf, noBox, partialScan, wrongWith } from "#web/ui/scan-dispatcher.ts";
import { useAddByCode, useBasketScans } from "./basket-adding.ts";
import { ListTarget } from "#web/basket/list/list-target.tsx";
import { BasketLookup } from "#web/basket/basket-lookup.tsx";
import { BasketChosen } from "#web/basket/basket-chosen.tsx";
import { BasketCorrection } from "#web/basket/basket-correction.tsx";
import { forOrder } from "#web/basket/basket-orderable.ts";
import { BasketResults } from "#web/basket/basket-results.tsx";
import { useLookup, useOrderable } from "#web/basket/basket-search.ts";
import { showChosen } from "#web/basket/begun-delivery.ts";
import { type StepProps } from "./draft-wizard.ts";
import { StepActions, StepForm } from "./step-frame.tsx";

/** Step 2: what. Found things at the left, chosen ones at the side, on a phone below. */
export function StepBoxes({ draft, act, owner }: StepProps & { owner: number }) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const basket = useRef<HTMLElement>(null);
  const lookup = useLookup();
  const orderable = useOrderable(owner, lookup.wanted, lookup.amount);
  const { said, add, addAll, say, forget } = useAddByCode({ draft, act }, owner);
  const { onEnter } = useReading(field, lookup, { add, say });
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <StepForm className="lg:max-w-5xl" onSubmit={() => void navigate(paths.newDelivery(3))}>
      <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <ListTarget customer={owner} purpose={forOrder.purpose} onTake={addAll}>
            <BasketLookup
              field={field}
              text={lookup.text}
              onText={(text) => {
                forget();
                lookup.setText(text);
              }}
              onEnter={onEnter}
              said={said}
              wanted={orderable.boxes ? lookup.wanted : null}
            />
          </ListTarget>
          <BasketResults
            chosen={draft}
            act={act}
            of={forOrder}
            found={orderable}
            wanted={lookup.wanted}
            onMore={lookup.showMore}
            isSaid={said !== null}
            meant={
              <BasketCorrection
                wanted={lookup.wanted}
                customer={draft.customer?.code}
                state={BoxState.inStock}
                onChoose={lookup.searchNow}
              />
            }
          />
        </div>
        <BasketChosen
          ref={basket}
          chosen={draft}
          act={act}
          className="min-w-0 scroll-mt-16 outline-none lg:sticky lg:top-[calc(var(--sticky-top)+1rem)] lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto"
        />
      </div>
      <Bar lines={showChosen(draft)} onLines={() => basket.current?.focus()} />
    </StepForm>
  );
}

/** Handles a scan or Enter in the lookup: a whole code is added, anything else is looked for. */
function useReading(
  field: RefObject<HTMLInputElement | null>,
  lookup: ReturnType<typeof useLookup>,
  { add, say }: Pick<ReturnType<typeof useAddByCode>, "add" | "say">,
) {
  const take = (code: string) => {
    lookup.searchNow(showBoxCode(code));
    void add(code);
    requestAnimationFrame(() => field.current === document.activeElement && field.current?.select());
  };
  const sayInstead = (text: string, searched = "") => {
    lookup.searchNow(searched);
    say(text);
  };
  /** A folder's own barcode may stand in a content. */
  const search = (read: string) => {
    const text = read.trim().slice(0, 40);
    if (wrongWith(read) === partialScan) sayInstead(partialScan);
    else sayInstead(`„${text}“ ist kein Boxcode. Gesucht wird in den Inhalten.`, text);
  };
  useBasketScans(field, {
    onScan: (scanned) => {
      const code = parseBoxCode(scanned);
      if (code !== null) take(code);
      else sayInstead(noBox(scanned));
    },
    onPart: search,
  });
  const onEnter = () => {
    const code = parseBoxCode(lookup.text);
    if (code !== null) return take(code);
    lookup.searchNow(lookup.text);
    void codeOf(lookup.text.trim()).then((named) => named && take(named));
  };
  return { onEnter };
}

/** The way on, with what is chosen so far. */
function Bar({ lines, onLines }: { lines: string; onLines: () => void }) {
  return (
    <StepActions>
      <ButtonLink {...paths.newDelivery(1)}>Zurück</ButtonLink>
      <Button
        type="submit"
        look="primary"
        disabledReason={lines === "" && "Bitte erst mindestens eine Box oder einen Inhalt wählen"}
      >
        Weiter
      </Button>
      {lines === "" ? (
        <span className="text-muted">Noch nichts ausgewählt</span>
      ) : (
        <button type="button" className="text-link min-h-8 pointer-coarse:min-h-12" onClick={onLines}>
          {lines}
        </button>
      )}
    </StepActions>
  );
}
