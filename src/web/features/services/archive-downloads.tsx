import FileArchive from "lucide-react/icons/file-archive";
import FileDown from "lucide-react/icons/file-down";
import type { Input } from "#contract/route.ts";
import { archiveList, contentImages } from "#contract/calls/services.ts";
import { useDownload } from "#web/api/download.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import type { ArchiveCountsOf } from "./use-archive-counts.ts";

type ArchiveDownloadsProps = {
  customer: number | undefined;
  /** Undefined where what is typed is none. */
  range: NonNullable<Input<typeof archiveList>["query"]> | undefined;
  /** Undefined until they are known. */
  counts: ArchiveCountsOf | undefined;
  /** Why nothing can be made now. */
  blocked: string | false;
};

/** List and pictures; one at a time (specification 5). */
export function ArchiveDownloads({ customer, range, counts, blocked }: ArchiveDownloadsProps) {
  const list = useDownload(archiveList);
  const images = useDownload(contentImages);
  const running = list.running || images.running;
  const reason = (count: number | undefined, none: string) =>
    blocked ||
    (running && "Es wird gerade eine Datei erstellt.") ||
    (count === undefined && "Boxen werden gezählt …") ||
    (count === 0 && none);
  const start = (download: typeof list | typeof images) => {
    if (customer !== undefined && range) void download.start({ path: { id: customer }, query: range });
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          icon={<FileDown aria-hidden size={14} />}
          pending={list.running}
          disabledReason={reason(counts?.count_boxes, "In diesem Bereich gibt es keine Box.")}
          onClick={() => start(list)}
        >
          PDF
        </Button>
        <Button
          icon={<FileArchive aria-hidden size={14} />}
          pending={images.running}
          disabledReason={reason(counts?.count_boximages, "In diesem Bereich gibt es keine Inhaltsbilder.")}
          onClick={() => start(images)}
        >
          Inhaltsbilder (zip)
        </Button>
      </div>
      <div>
        <DownloadStatus of={list} label="PDF wird erstellt ..." />
        <DownloadStatus of={images} label="Zip Datei wird erstellt ..." />
      </div>
    </div>
  );
}
