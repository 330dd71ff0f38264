import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CallError } from "#web/api/call-error.ts";
import { usePageTitle } from "#web/api/settings.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";

type DetailProps<T> = {
  query: UseQueryResult<T>;
  /** The document's title. */
  title: (thing: T) => string;
  /** The page's head; it stands there also when nothing is known and that failed. */
  head: (thing: T | undefined) => ReactNode;
  /** Replacement that stands there when there is no such thing. */
  missing: ReactNode;
  /** Holds the place of what is coming, below the head; without it there is no head before the thing. */
  waiting?: ReactNode;
  children: (thing: T) => ReactNode;
};

/** There is no such thing, or it is not for whoever asks. */
export const isNotFound = (error: unknown) => error instanceof CallError && error.status === 404;

/** The page of one thing: that it loads, failed or does not exist, and the thing. */
export function Detail<T>({ query, title, head, missing, waiting, children }: DetailProps<T>) {
  const { data, error, isFetching, refetch } = query;
  usePageTitle(data && title(data));
  if (isNotFound(error)) return missing;
  const isWaiting = data === undefined && !error;
  if (isWaiting && !waiting) return <Loading />;
  return (
    <>
      {head(data)}
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      {data !== undefined && children(data)}
      {isWaiting && waiting}
    </>
  );
}
