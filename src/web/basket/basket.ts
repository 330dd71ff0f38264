import type { FindPurpose } from "#contract/schemas/stock/box-mentions.ts";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import type { ContentState } from "#rules/stock/content-state.ts";
import type { DeliveryDraft, DraftAction } from "#rules/deliveries/delivery-draft.ts";

/** A box as a search finds it. */
export type FoundBox = Pick<Box, "id" | "code" | "state" | "content">;

/** Things of a customer that fit the search. */
export interface BasketResult {
  /** Undefined until the first answer. */
  readonly boxes: readonly FoundBox[] | undefined;
  /** Number of boxes. */
  readonly count: number;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
  /** Notice of what a whole code belongs to that is not among the results. */
  readonly notice: string | undefined;
}

/** Boxes and single contents that are chosen. */
type BasketSelection = Pick<DeliveryDraft, "boxes" | "contents">;

/** Action of somebody who chooses. */
export type BasketAction = Extract<DraftAction, { type: `${"add" | "remove"}${"Box" | "Content"}` }>;

export interface Choosing {
  readonly chosen: BasketSelection;
  readonly act: (choice: BasketAction) => void;
}

/** For what one chooses: an order, or a return. */
export interface ChoosingFor {
  readonly purpose: FindPurpose;
  /** Why a box cannot be chosen as a whole; undefined where it can. */
  readonly whyNotWhole: (box: FoundBox) => string | undefined;
  readonly mayContent: (state: ContentState) => boolean;
  /** A box that is chosen brings its contents. */
  readonly bringsContents: boolean;
  /** Where all of its boxes are: "3 Boxen eingelagert". */
  readonly all: string;
  /** Returns the message where nothing fits. */
  readonly nothing: (wanted: string) => string;
}
