import type { BoxState } from "#rules/stock/box-state.ts";
import { Correction } from "#web/search-results/correction.tsx";

type BasketCorrectionProps = {
  wanted: string;
  /** The number of the customer whose boxes are looked through, and the state that they are in. */
  customer: number | undefined;
  state: BoxState;
  onChoose: (meant: string) => void;
};

/** What was probably meant by what the customer has not; one click looks for it. */
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
