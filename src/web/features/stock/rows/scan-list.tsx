import { Clock } from "lucide";
import { Badge } from "#web/ui/page/badge.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { showScanned, verdictOf } from "./scan-answer.tsx";
import { isAnswered, type Scan } from "./row-scans.ts";

const mostShown = 30;
const clock = new Intl.DateTimeFormat("de-DE", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

type ScanListProps = { scans: readonly Scan[]; boxIds: ReadonlyMap<string, number> };

/** The last scans of this visit in this row, the newest first. */
export function ScanList({ scans, boxIds }: ScanListProps) {
  if (scans.length === 0) return null;
  return (
    <Section title="Letzte Scans" total={scans.length}>
      <ol className="divide-y divide-line rounded-md border border-line bg-surface">
        {scans
          .slice(-mostShown)
          .toReversed()
          .map((scan) => (
            <ScanLine key={scan.id} scan={scan} boxId={boxIds.get(scan.code)} />
          ))}
      </ol>
    </Section>
  );
}

function ScanLine({ scan, boxId }: { scan: Scan; boxId: number | undefined }) {
  const { tone, icon, word } = verdictOf(scan);
  const code = showScanned(scan.code);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 tabular-nums">
      <time dateTime={new Date(scan.scanned).toISOString()} className="text-muted">
        {clock.format(scan.scanned)}
      </time>
      {boxId === undefined ? <span>{code}</span> : <TextLink {...paths.box(boxId)}>{code}</TextLink>}
      {isAnswered(scan) || scan.status === "unsent" ? (
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      ) : (
        <Badge tone="grey" icon={Clock}>
          unterwegs
        </Badge>
      )}
      {scan.spot && (
        <span className={scan.status === "refused" ? "text-muted" : ""}>
          Teil {scan.spot.part}, Höhe {scan.spot.height}
        </span>
      )}
      {scan.message && <span className="basis-full">{scan.message}</span>}
    </li>
  );
}
