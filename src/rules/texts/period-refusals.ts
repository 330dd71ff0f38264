import type { Reason } from "./refusals.ts";

export const reversedPeriod: Reason = {
  code: "invalid",
  message: "Die Laufzeit endet vor ihrem Beginn.",
  about: undefined,
};
