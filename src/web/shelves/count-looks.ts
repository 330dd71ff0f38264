import { type CountAge, countAgeText } from "#rules/stocktake/coverage.ts";
import type { PlaceLayer } from "./row-picture.tsx";

type Look = Omit<PlaceLayer, "places"> & { readonly word: string };

/** Form and colour by the time since something was counted: the emptier the form, the longer ago. */
export const countLooks: Readonly<Record<CountAge, Look>> = {
  never: { mark: "cross", tone: "text-muted", word: countAgeText.never },
  years: { mark: "dot", tone: "tone-red text-tone", word: countAgeText.years },
  year: { mark: "ring", tone: "tone-amber text-tone", word: countAgeText.year },
  half: { mark: "half", tone: "tone-blue text-tone", word: countAgeText.half },
  fresh: { mark: "full", tone: "tone-green text-tone", word: countAgeText.fresh },
};
