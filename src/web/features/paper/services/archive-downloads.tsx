import { FileArchive, FileDown } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { listCustomers } from "#contract/calls/customers/customers.ts";
import { archiveList, contentImages } from "#contract/calls/paper/services.ts";
import type { Input } from "#contract/route.ts";
import type { Customer } from "#contract/schemas/customers/customers.ts";
import { rangeTexts } from "#rules/texts/range-texts.ts";
import { useDownload } from "#web/api/download.ts";
import { queryFor } from "#web/api/queries.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";

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
    (count === undefined && rangeTexts.counting) ||
    (count === 0 && none);
  const start = (download: typeof list | typeof images) => {
    if (customer !== undefined && range) void download.start({ path: { id: customer }, query: range });
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          icon={FileDown}
          pending={list.running}
          disabledReason={reason(counts?.count_boxes, rangeTexts.empty)}
          onClick={() => start(list)}
        >
          PDF
        </Button>
        <Button
          icon={FileArchive}
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

export type ArchiveCountsOf = Pick<Customer, "count_boxes" | "count_meters" | "count_boximages">;

interface Range {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Counts the contents of a customer's range of boxes; nothing is asked as long as customer or range is missing. */
export function useArchiveCounts(customer: Pick<Customer, "id" | "code"> | undefined, range: Range | undefined) {
  const query = {
    code: customer?.code,
    boxes_from: range?.from,
    boxes_to: range?.to,
    query: "{id,count_boxes,count_meters,count_boximages}",
  };
  const customerQuery = useQuery({ ...queryFor(listCustomers, { query }), enabled: Boolean(customer && range) });
  const own = customerQuery.data?.results.find(({ id }) => id === customer?.id);
  const isCurrent = range !== undefined && !customerQuery.isPlaceholderData;
  return {
    data: isCurrent ? (own as ArchiveCountsOf | undefined) : undefined,
    error: customerQuery.error,
    refetch: customerQuery.refetch,
    isFetching: customerQuery.isFetching,
  };
}
