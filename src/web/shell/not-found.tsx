import { Link } from "@tanstack/react-router";
import { errors } from "#rules/texts.ts";
import { usePageTitle } from "#web/api/settings.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button/button.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";

export function NotFound() {
  usePageTitle("Nicht gefunden");
  return (
    <>
      <PageHead title={errors.notFound} />
      <p className="mb-4">Diese Adresse gibt es nicht, oder sie ist nicht für Sie bestimmt.</p>
      <Link {...paths.home()} className={buttonClass()}>
        Zur Startseite
      </Link>
    </>
  );
}
