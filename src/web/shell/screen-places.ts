import type { Screen } from "#web/routes.ts";

/** The entry of the side menu that a screen belongs to, and its tab there: what staff have elsewhere stands there for them. */
export const sectionFor = ({ section, staffTab, staffSection = "Services" }: Screen, isStaff: boolean) =>
  isStaff && staffTab ? staffSection : section;
export const tabFor = ({ tab, staffTab }: Screen, isStaff: boolean) => (isStaff && staffTab) || tab;

/** Says whether a screen is the customers' own version of one that staff have under services at an address of its own. */
export const hasStaffTwin = ({ access, path }: Screen, screens: readonly Screen[]) =>
  access === "user" && screens.some((one) => one.path === `/services${path}`);
