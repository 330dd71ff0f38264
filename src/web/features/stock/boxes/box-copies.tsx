import { FileDown } from "lucide";
import { copyFile } from "#contract/calls/deliveries/copies.ts";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { showThings } from "#rules/amounts.ts";
import { showDate } from "#rules/dates.ts";
import { useDownload } from "#web/api/download.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Section } from "#web/ui/page/section.tsx";

/** Lists the scanned copies of a box and its contents that can still be read. */
export function BoxCopies({ copies }: Pick<BoxDetail, "copies">) {
  const file = useDownload(copyFile);
  return (
    <Section title="Scans" total={copies.length}>
      <ul className="rounded-md border border-line bg-surface">
        {copies.map(({ id, content, pages, kept_until, delivery }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-3 py-2 last:border-b-0"
          >
            <span className="min-w-0 break-words">
              {content ?? "Ganze Box"}
              <span className="block text-muted tabular-nums">
                {showThings(pages, "Seite", "Seiten")}, bis {showDate(kept_until)}
              </span>
              <TextLink {...paths.delivery(delivery)}>
                Scanauftrag<span className="sr-only"> zu: {content ?? "ganze Box"}</span>
              </TextLink>
            </span>
            <Button icon={FileDown} pending={file.running} onClick={() => void file.start({ path: { id } })}>
              Scan ansehen<span className="sr-only">: {content ?? "ganze Box"}</span>
            </Button>
          </li>
        ))}
      </ul>
      {file.error && <ErrorState error={file.error} />}
    </Section>
  );
}
