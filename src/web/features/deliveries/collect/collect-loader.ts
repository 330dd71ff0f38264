import { listCollect } from "#contract/calls/deliveries/deliveries.ts";
import type { Tour } from "#rules/deliveries/delivery-plan.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Loader } from "#web/loader.ts";

/** Lines that one walk begins with, from its first place on: nobody fetches more in one go. */
const walkSize = 300;

/** Returns the query for the lines that are fetched on a tour, or on all of them; `isWhole`: also those behind the first lines. */
export const collectQuery = (tour: Tour | undefined, isWhole = false) =>
  queryFor(listCollect, { query: { ...(tour && { tour }), ...(!isWhole && { limit: walkSize }) } });

export const load: Loader = ({ search: { tour } }) => [collectQuery(typeof tour === "string" ? tour : undefined)];
