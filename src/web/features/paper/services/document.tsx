import { FileDown } from "lucide";
import type { Input } from "#contract/route.ts";
import { type FileRoute, useDownload } from "#web/api/download.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";

type DocumentDownloadProps<R extends FileRoute> = {
  route: R;
  label?: string;
  /** Input of the document; nothing where that is not known yet. */
  input: Input<R> | undefined;
  /** Why it cannot be made now. */
  blocked: string | false;
};

/** The one document of a screen: its button, and below how far it is. */
export function DocumentDownload<R extends FileRoute>({
  route,
  label = "PDF",
  input,
  blocked,
}: DocumentDownloadProps<R>) {
  const { start, ...download } = useDownload(route);
  return (
    <div className="grid gap-3">
      <div>
        <Button
          look="primary"
          icon={FileDown}
          pending={download.running}
          disabledReason={blocked}
          onClick={() => input && void start(input)}
        >
          {label}
        </Button>
      </div>
      <DownloadStatus of={download} label="PDF wird erstellt ..." />
    </div>
  );
}

type CountsProps<T> = {
  of: {
    /** Undefined until it is known. */
    readonly data: T | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
    readonly isFetching: boolean;
  };
  /** While the numbers are on their way. */
  expected: boolean;
  facts: readonly (readonly [label: string, show: (data: T) => string])[];
};

/** Shows what a document will hold, before it is made (specification 2). */
export function DocumentCounts<T>({ of: { data, error, refetch, isFetching }, expected, facts }: CountsProps<T>) {
  if (error) return <ErrorState error={error} onRetry={refetch} pending={isFetching} />;
  const wait = expected && data === undefined ? <Skeleton className="my-1 h-3 w-16" /> : undefined;
  return (
    <div role="status" aria-label="Umfang" aria-busy={wait !== undefined} className="max-w-xl">
      <Facts>
        {facts.map(([label, show]) => (
          <Fact key={label} label={label}>
            {data === undefined ? wait : show(data)}
          </Fact>
        ))}
      </Facts>
    </div>
  );
}
