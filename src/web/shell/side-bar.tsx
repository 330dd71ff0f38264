import { Link } from "@tanstack/react-router";
import { useSettings } from "#web/api/settings.ts";
import { paths } from "#web/paths.ts";
import { allowed, menu } from "./menu.ts";

/** At the left: wide with words, narrow with icons; on a phone along the lower edge, where the thumb is. */
export function SideBar({ isStaff }: { isStaff: boolean }) {
  const { product_title, provider_name, build_stamp } = useSettings();
  return (
    <aside
      aria-label="Seitenleiste"
      data-shell
      className="flex border-line bg-surface max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:pb-[env(safe-area-inset-bottom)] sm:sticky sm:top-0 sm:h-dvh sm:w-14 sm:flex-col sm:border-r lg:w-52"
    >
      <Link
        {...paths.home()}
        className="flex h-12 shrink-0 items-center gap-2 px-4 text-section font-semibold max-sm:hidden sm:max-lg:justify-center sm:max-lg:px-0"
      >
        <img src="/favicon.svg" alt="" width={24} height={24} className="shrink-0" />
        <span className="truncate max-lg:sr-only">{product_title}</span>
      </Link>
      <nav aria-label="Hauptmenü" className="flex max-sm:flex-1 sm:flex-col sm:gap-1 sm:p-2">
        {allowed(menu, isStaff).map(({ label, icon: Icon, link }) => (
          <Link
            key={label}
            {...link}
            title={label}
            activeOptions={{ includeSearch: false }}
            className="flex items-center gap-3 rounded-md hover:bg-hover max-lg:justify-center max-sm:h-14 max-sm:flex-1 max-sm:rounded-none sm:min-h-10 lg:px-3 pointer-coarse:sm:min-h-12"
            activeProps={{ className: "bg-accent-soft font-semibold text-accent" }}
          >
            <Icon aria-hidden size={18} className="shrink-0 max-sm:size-6" />
            <span className="max-lg:sr-only">{label}</span>
          </Link>
        ))}
      </nav>
      <p className="mt-auto px-4 py-3 text-muted max-lg:hidden">
        {provider_name}
        <br />
        {build_stamp && <span className="tabular-nums">Build {build_stamp}</span>}
      </p>
    </aside>
  );
}
