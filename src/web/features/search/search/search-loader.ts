import type { Loader } from "#web/loader.ts";
import { foundSearch, pageSearches } from "./found-search.ts";

export const load: Loader = ({ search }) =>
  Object.values(pageSearches(foundSearch(search))).flatMap(({ isWanted, query }) => (isWanted ? [query] : []));
