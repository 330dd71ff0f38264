import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { verifyCertificate } from "#contract/calls/destruction/destruction-batches.ts";
import { showBoxes } from "#rules/amounts.ts";
import { queryFor } from "#web/api/queries.ts";
import { isNotFound } from "#web/detail-page/detail.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { Outside } from "#web/shell/outside.tsx";

const route = getRouteApi("/verify/$number");

/** Says whether the archive has given the certificate to which a code leads, for whoever has it on paper. */
export default function VerifyPage() {
  const { number } = route.useParams();
  const { digest = "" } = route.useSearch();
  const { data, error, refetch, isFetching } = useQuery({
    ...queryFor(verifyCertificate, { query: { number, digest } }),
    retry: false,
    enabled: digest !== "",
  });
  const isUnknown = isNotFound(error);
  return (
    <Outside>
      <div className="mx-auto grid max-w-prose gap-3">
        <h2>Vernichtungsbescheinigung {number}</h2>
        {!data && !error && digest !== "" && <Loading />}
        {data && (
          <>
            <p>
              Diese Bescheinigung hat das Archiv am {showDateTime(data.issued)} ausgestellt, über{" "}
              {showBoxes(data.boxes)}.
            </p>
            <p>
              SHA-256 der Datei: <code className="text-code break-all">{data.sha256}</code>
            </p>
          </>
        )}
        {digest === "" && (
          <p>
            Diese Adresse ist unvollständig: Ohne die Prüfsumme lässt sich die Bescheinigung nicht prüfen. Bitte öffnen
            Sie die ganze Adresse aus dem Code auf dem Papier.
          </p>
        )}
        {isUnknown && <p>Diese Bescheinigung ist hier nicht bekannt, oder sie wurde geändert.</p>}
        {error && !isUnknown && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      </div>
    </Outside>
  );
}
