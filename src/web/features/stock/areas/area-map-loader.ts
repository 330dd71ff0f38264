import { mapOfArea } from "#contract/calls/stock/areas.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Loader } from "#web/loader.ts";
import type { MapSearch } from "#web/search.ts";
import { mapSearch } from "./map-search.ts";

export const mapQuery = ({ area, by, customer }: MapSearch) =>
  queryFor(mapOfArea, { query: { area, customer: by === "customer" ? customer : undefined } });

export const load: Loader = ({ search }) => [mapQuery(mapSearch(search))];
