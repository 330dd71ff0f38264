import { type IconNode, Boxes, FileCheck, House, LayoutGrid, Smartphone, Truck, UserCog, Users } from "lucide";
import type { LinkOptions } from "@tanstack/react-router";
import type { User } from "#contract/schemas/access/users.ts";
import { routes, type Screen } from "#web/routes.ts";

/** Where an entry leads. */
export type MenuTarget = Pick<LinkOptions, "to">;

type Section = Extract<(typeof routes)[number], { section: string }>["section"];
interface Entry {
  readonly label: Section;
  readonly icon: IconNode;
  readonly link: MenuTarget;
  /** For who may approve destructions for a customer, and nobody else. */
  readonly approver?: true;
}

/** The side menu (specification 2): an entry for every section of the routes. */
const menu: readonly Entry[] = [
  { label: "Home", icon: House, link: { to: "/home" } },
  { label: "Lager", icon: Boxes, link: { to: "/stock" } },
  { label: "Kunden", icon: Users, link: { to: "/customers" } },
  { label: "Lieferungen", icon: Truck, link: { to: "/deliveries" } },
  { label: "Vernichtung", icon: FileCheck, link: { to: "/destructions" }, approver: true },
  { label: "Services", icon: LayoutGrid, link: { to: "/services" } },
  { label: "Users", icon: UserCog, link: { to: "/users" } },
  { label: "Apps & Scripts", icon: Smartphone, link: { to: "/apps" } },
];

const screens: readonly Screen[] = routes;

const firstPart = (path: string) => path.split("/")[1];

/** The entry that an address belongs to, whether it has a screen or not: by its first part. */
export const sectionOf = (pathname: string) =>
  screens.find(({ path }) => firstPart(path) === firstPart(pathname))?.section;

/** Whether a signed-in user may open a screen. */
export const mayOpen = ({ access }: Screen, isStaff: boolean) => access !== "staff" || isStaff;

/** The entries of the side menu for a user: one of which they may open nothing is not for them. */
export const menuFor = ({ is_staff, approves }: User) =>
  menu.filter(
    ({ label, approver }) =>
      (!approver || approves) && screens.some((screen) => screen.section === label && mayOpen(screen, is_staff)),
  );

/** The links of the top bar within a section. */
export const tabsOf = (section: string | undefined, isStaff: boolean) =>
  screens.flatMap((screen) =>
    screen.section === section && screen.tab && mayOpen(screen, isStaff) && !(screen.notStaff && isStaff)
      ? [{ label: screen.tab, link: { to: screen.path } as MenuTarget }]
      : [],
  );
