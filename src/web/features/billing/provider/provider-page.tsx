import { useQuery } from "@tanstack/react-query";
import { getProvider } from "#contract/calls/billing/provider.ts";
import { queryFor } from "#web/api/queries.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { ProviderForm } from "./provider-form.tsx";

/** The page of the provider's own data on invoices and letters. */
export default function ProviderPage() {
  const { data, error, refetch } = useQuery(queryFor(getProvider, {}));
  return (
    <>
      <PageHead title="Unser Archiv" />
      {data ? (
        <>
          <Standing problems={data.problems} />
          <ProviderForm provider={data} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  );
}

/** Says whether invoices can be issued with the known facts. */
const Standing = ({ problems }: { problems: readonly string[] }) => (
  <div role="status" className="mb-4 max-w-prose">
    {problems.length === 0 ? (
      <p className="text-muted">Alles da: Rechnungen lassen sich ausstellen.</p>
    ) : (
      <ul className="rounded-md bg-tone-soft px-3 py-2 break-words text-tone tone-amber">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    )}
  </div>
);
