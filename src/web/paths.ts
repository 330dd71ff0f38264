import { linkOptions } from "@tanstack/react-router";
import type { BoxSearch, CustomerSearch, DestructionSearch, MetaSearch, RowSearch, UserSearch } from "./search.ts";

/** Every address of specification 2, for `<Link {...paths.box(id)}>` and `navigate(paths.boxes())`; built here only. */
export const paths = {
  start: () => linkOptions({ to: "/" }),
  home: () => linkOptions({ to: "/home" }),
  login: (next?: string) => linkOptions({ to: "/login", search: { next } }),
  stock: () => linkOptions({ to: "/stock" }),
  stockOverview: () => linkOptions({ to: "/stock/overview" }),
  boxes: (search: BoxSearch = {}) => linkOptions({ to: "/stock/boxes", search }),
  newBoxes: () => linkOptions({ to: "/stock/boxes/new" }),
  box: (id: number) => linkOptions({ to: "/stock/boxes/$id", params: { id } }),
  areas: () => linkOptions({ to: "/stock/areas" }),
  newArea: () => linkOptions({ to: "/stock/areas/new" }),
  area: (id: number) => linkOptions({ to: "/stock/areas/$id", params: { id } }),
  rows: (search: RowSearch = {}) => linkOptions({ to: "/stock/rows", search }),
  newRow: (area?: number) => linkOptions({ to: "/stock/rows/new", search: { area } }),
  row: (id: number) => linkOptions({ to: "/stock/rows/$id", params: { id } }),
  customers: (search: CustomerSearch = {}) => linkOptions({ to: "/customers/overview", search }),
  newCustomer: () => linkOptions({ to: "/customers/new" }),
  customer: (id: number) => linkOptions({ to: "/customers/$id", params: { id } }),
  services: () => linkOptions({ to: "/services" }),
  destruction: (search: DestructionSearch = {}) => linkOptions({ to: "/services/destruction", search }),
  metaUpdates: (search: MetaSearch = {}) => linkOptions({ to: "/services/metaupdates", search }),
  users: (search: UserSearch = {}) => linkOptions({ to: "/users", search }),
  newUser: () => linkOptions({ to: "/users/new" }),
  user: (id: number) => linkOptions({ to: "/users/$id", params: { id } }),
};
