import type { ReactNode } from "react";
import { errors } from "#rules/texts/texts.ts";
import { usePageTitle } from "#web/api/settings.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";

type MissingProps = { above?: ReactNode; text: string; children?: ReactNode };

/** There is no such thing, or it is not meant for who asks: nobody learns which (product 8). Below it the way out. */
export function Missing({ above, text, children }: MissingProps) {
  usePageTitle("Nicht gefunden");
  return (
    <>
      <PageHead above={above} title={errors.notFound} />
      <p className="mb-4">{text}</p>
      {children}
    </>
  );
}
