import type { BoxState } from "#rules/stock/box-state.ts";
import { Correction } from "#web/search-results/correction.tsx";

type BasketCorrectionProps = {
  wanted: string;
  /** The number of the customer whose boxes are looked through, and the state that they are in. */
  customer: number | undefined;
  state: BoxState;
  onChoose: (meant: string) => void;
};

/** Offers the words that were probably meant where the customer has nothing that fits; one click looks for them. */
export function BasketCorrection({ wanted, customer, state, onChoose }: BasketCorrectionProps) {
  return (
    <Correction
      text={wanted}
      narrowing={{ customer, state }}
      link={(meant) => (
        <button type="button" className="text-link" onClick={() => onChoose(meant)}>
          {meant}
        </button>
      )}
    />
  );
}
