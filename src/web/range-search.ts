import { maxBoxNumber } from "#rules/stock/box-code.ts";
import { isDay } from "#rules/dates.ts";
import {
  type CollectSearch,
  type CustomerRangeSearch,
  type DestroyListSearch,
  idUnder,
  type RawSearch,
  textIn,
  integerParameter,
} from "./search.ts";

// Read by their screens: the first load, which is for everybody, does without.

export const collectSearch = (raw: RawSearch): CollectSearch => ({
  tour: textIn(raw, "tour") === "today" ? "today" : day(raw, "tour"),
});

export const customerRangeSearch = (raw: RawSearch): CustomerRangeSearch => ({
  customer: idUnder(raw, "customer"),
  from: integerParameter(raw, "from", 0, maxBoxNumber),
  to: integerParameter(raw, "to", 0, maxBoxNumber),
});

export const destroyListSearch = (raw: RawSearch): DestroyListSearch => ({
  customer: idUnder(raw, "customer"),
  from: day(raw, "from"),
  to: day(raw, "to"),
});

const day = (raw: RawSearch, key: string) => (isDay(textIn(raw, key)) ? textIn(raw, key) : undefined);
