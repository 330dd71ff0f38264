import { Link, type LinkOptions, useMatches, useRouter } from "@tanstack/react-router";
import { hasStaffTwin, sectionFor, tabFor } from "#web/shell/screen-places.ts";
import { TextLink } from "#web/ui/button/links.tsx";

/** Above the title of a service: the way to all, and where there is room to those of the same tab. */
export function ServiceLinks() {
  // of the router, not of the table: this stands on pages that the table loads
  const screens = Object.values(useRouter().routesByPath).flatMap(({ options }) => options.staticData?.screen ?? []);
  const current = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen });
  const tab = (current && tabFor(current, true)) ?? "";
  const beside = screens.filter(
    (screen) =>
      sectionFor(screen, true) === "Services" &&
      tabFor(screen, true) === tab &&
      !/\$|\/new$/.test(screen.path) &&
      !hasStaffTwin(screen, screens),
  );
  return (
    <div className="mb-1 flex gap-x-4">
      <TextLink to="/services">Services</TextLink>
      <nav aria-label={tab} className="flex flex-wrap gap-x-4 max-sm:hidden">
        {beside.map(({ path, title }) =>
          path === current?.path ? (
            <span key={path} aria-current="page" className="font-semibold text-text">
              {title}
            </span>
          ) : (
            <Link key={path} to={path as NonNullable<LinkOptions["to"]>} className="text-link">
              {title}
            </Link>
          ),
        )}
      </nav>
    </div>
  );
}
