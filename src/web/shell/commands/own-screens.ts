import { routes, type Screen } from "#web/routes.ts";
import { mayOpen, placeOf } from "#web/shell/menu.ts";

const screens: readonly Screen[] = routes;

/** Whether staff have the same under services. */
const isCustomers = ({ access, path }: Screen) =>
  access === "user" && screens.some((one) => one.path === `/services${path}`);

/** What a user may open without naming a thing, each once, and where it stands. */
export const ownScreens = (isStaff: boolean) =>
  screens
    .filter(
      (screen) =>
        screen.access !== "open" &&
        !screen.path.includes("$") &&
        mayOpen(screen, isStaff) &&
        !(isStaff && isCustomers(screen)),
    )
    .map((screen) => ({ ...placeOf(screen.path, isStaff), title: screen.title, path: screen.path }));
