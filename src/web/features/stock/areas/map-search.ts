import { idIn, type MapSearch, type RawSearch, textIn } from "#web/search.ts";

const colourings = ["state", "customer", "counted"] as const;

/** Reads the address of the map; it is coloured by how full it is where nothing is said. */
export const mapSearch = (raw: RawSearch): MapSearch => ({
  area: idIn(textIn(raw, "area")),
  by: colourings.find((by) => by === raw["by"]),
  customer: idIn(textIn(raw, "customer")),
});
