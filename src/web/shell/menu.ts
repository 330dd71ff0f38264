import { type IconNode, Boxes, FileCheck, House, LayoutGrid, Smartphone, Truck, UserCog, Users } from "lucide";
import type { LinkOptions } from "@tanstack/react-router";

/** Where an entry leads. */
export type Address = Pick<LinkOptions, "to">;
interface SubEntry {
  readonly label: string;
  readonly link: Address;
  readonly staff: boolean;
  /** For who may approve destructions for a customer, and nobody else. */
  readonly approver?: true;
  /** Staff have it under services. */
  readonly notStaff?: true;
}
interface MenuEntry extends SubEntry {
  readonly icon: IconNode;
  /** The links of the top bar. */
  readonly links?: readonly SubEntry[];
}

const stock: readonly SubEntry[] = [
  { label: "Überblick", link: { to: "/stock/overview" }, staff: false },
  { label: "Boxen", link: { to: "/stock/boxes" }, staff: false },
  { label: "Bereiche", link: { to: "/stock/areas" }, staff: true },
  { label: "Reihen", link: { to: "/stock/rows" }, staff: true },
  { label: "Aufbewahrung", link: { to: "/retention" }, staff: false, notStaff: true },
  { label: "Klärfälle", link: { to: "/cases" }, staff: true },
  { label: "Hallenplan", link: { to: "/stock/map" }, staff: true },
];
const deliveries: readonly SubEntry[] = [
  { label: "Überblick", link: { to: "/deliveries/overview" }, staff: false },
  { label: "Tagesplan", link: { to: "/deliveries/plan" }, staff: true },
  { label: "Sammelliste", link: { to: "/deliveries/collect" }, staff: true },
];

/** The side menu (specification 2). */
export const menu: readonly MenuEntry[] = [
  { label: "Home", icon: House, link: { to: "/home" }, staff: false },
  { label: "Lager", icon: Boxes, link: { to: "/stock" }, staff: false, links: stock },
  { label: "Kunden", icon: Users, link: { to: "/customers" }, staff: true },
  { label: "Lieferungen", icon: Truck, link: { to: "/deliveries" }, staff: false, links: deliveries },
  { label: "Vernichtung", icon: FileCheck, link: { to: "/destructions" }, staff: false, approver: true },
  { label: "Services", icon: LayoutGrid, link: { to: "/services" }, staff: true },
  { label: "Users", icon: UserCog, link: { to: "/users" }, staff: true },
  { label: "Apps & Scripts", icon: Smartphone, link: { to: "/apps" }, staff: true },
];

const isWithin = ({ to }: Address, pathname: string) => to?.split("/")[1] === pathname.split("/")[1];

/** The entry that an address belongs to, by its first part. */
export const sectionOf = (pathname: string) =>
  menu.find(({ link, links }) =>
    [link, ...(links ?? []).map((sub) => sub.link)].some((each) => isWithin(each, pathname)),
  );

/** What a user may open. */
export const allowed = <T extends Pick<SubEntry, "staff" | "approver" | "notStaff">>(
  entries: readonly T[],
  isStaff: boolean,
  approves = false,
) => entries.filter(({ staff, approver, notStaff }) => (approver ? approves : isStaff ? !notStaff : !staff));
