import { Link, useLocation, useSearch } from "@tanstack/react-router";
import { type MenuTarget, placeOf } from "#web/shell/menu.ts";
import { ownScreens } from "#web/shell/commands/own-screens.ts";
import { TextLink } from "#web/ui/button/links.tsx";

/** Above the title of a service: the way to all, and where there is room to those of the same tab. A paper's customer goes along. */
export function ServiceLinks() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { customer }: { customer?: number } = useSearch({ strict: false });
  const { tab = "" } = placeOf(pathname, true);
  const search = tab === "Papiere" && customer !== undefined ? { customer } : {};
  const beside = ownScreens(true).filter(
    (screen) => screen.section === "Services" && screen.tab === tab && !screen.path.endsWith("/new"),
  );
  return (
    <div className="mb-1 flex gap-x-4">
      <TextLink to="/services">Services</TextLink>
      <nav aria-label={tab} className="flex flex-wrap gap-x-4 max-sm:hidden">
        {beside.map(({ path, title }) =>
          path === pathname ? (
            <span key={path} aria-current="page" className="font-semibold text-text">
              {title}
            </span>
          ) : (
            <Link key={path} {...({ to: path as MenuTarget["to"], search } as MenuTarget)} className="text-link">
              {title}
            </Link>
          ),
        )}
      </nav>
    </div>
  );
}
