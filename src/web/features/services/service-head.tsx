import { Link } from "@tanstack/react-router";
import { paths } from "#web/paths.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";

/** A service's title with the way back to the menu. */
export function ServiceHead({ title }: { title: string }) {
  return (
    <PageHead
      above={
        <Link {...paths.services()} className="text-link">
          Services
        </Link>
      }
      title={title}
    />
  );
}
