import { type IconNode, Boxes, Euro, FileCheck, House, LayoutGrid, Smartphone, Truck, UserCog, Users } from "lucide";
import type { LinkOptions } from "@tanstack/react-router";
import type { User } from "#contract/schemas/access/users.ts";
import { routes, type Screen } from "#web/routes.ts";
import { sectionFor, tabFor } from "./screen-places.ts";

/** Where an entry leads. */
export type MenuTarget = Pick<LinkOptions, "to">;

type Section = Extract<(typeof routes)[number], { section: string }>["section"];
interface Entry {
  readonly label: Section;
  readonly icon: IconNode;
  readonly link: MenuTarget;
  /** For who may do so for a customer, and nobody else. */
  readonly only?: "approves" | "sees_invoices";
  /** Not of the specification: it stands apart, behind the others. */
  readonly isOwn?: true;
}

/** The side menu: an entry for every section of the routes, the seven of specification 2 first. */
const menu: readonly Entry[] = [
  { label: "Home", icon: House, link: { to: "/home" } },
  { label: "Lager", icon: Boxes, link: { to: "/stock" } },
  { label: "Kunden", icon: Users, link: { to: "/customers" } },
  { label: "Lieferungen", icon: Truck, link: { to: "/deliveries" } },
  { label: "Services", icon: LayoutGrid, link: { to: "/services" } },
  { label: "Users", icon: UserCog, link: { to: "/users" } },
  { label: "Apps & Scripts", icon: Smartphone, link: { to: "/apps" } },
  { label: "Abrechnung", icon: Euro, link: { to: "/billing" }, isOwn: true },
  { label: "Vernichtung", icon: FileCheck, link: { to: "/destructions" }, only: "approves", isOwn: true },
  { label: "Rechnungen", icon: Euro, link: { to: "/billing/invoices" }, only: "sees_invoices", isOwn: true },
];

const screens: readonly Screen[] = routes;

const firstPart = (path: string) => path.split("/")[1];

/** The title of an address, and the entry and the tab that it belongs to; one that has no screen is where others begin like it. */
export function placeOf(pathname: string, isStaff: boolean) {
  const path = pathname.replace(/\/\d+$/, "/$id");
  const screen = screens.find((one) => one.path === path);
  const like = screen ?? screens.find((one) => firstPart(one.path) === firstPart(path));
  return {
    title: screen?.title,
    section: like && sectionFor(like, isStaff),
    tab: screen && tabFor(screen, isStaff),
  };
}

/** Says whether a signed-in user may open a screen. */
export const mayOpen = ({ access }: Screen, isStaff: boolean) => access !== "staff" || isStaff;

/** The entries of the side menu for a user: one of which they may open nothing is not for them. */
export const menuFor = (user: User) =>
  menu.filter(
    ({ label, only }) =>
      (!only || user[only]) && screens.some((screen) => screen.section === label && mayOpen(screen, user.is_staff)),
  );

/** The links of the top bar within a section: each leads to the first screen of its tab. */
export function tabsOf(section: string | undefined, isStaff: boolean) {
  const tabs = new Map<string, MenuTarget>();
  for (const screen of screens) {
    const tab = tabFor(screen, isStaff);
    if (tab && sectionFor(screen, isStaff) === section && mayOpen(screen, isStaff) && !tabs.has(tab))
      tabs.set(tab, { to: screen.path } as MenuTarget);
  }
  return Array.from(tabs, ([label, link]) => ({ label, link }));
}
