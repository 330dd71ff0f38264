import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";

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

/** What a document will hold, before it is made (specification 2). */
export function Counts<T>({ of: { data, error, refetch, isFetching }, expected, facts }: CountsProps<T>) {
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
