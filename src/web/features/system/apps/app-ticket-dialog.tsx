import { useQuery } from "@tanstack/react-query";
import { appTicket } from "#contract/calls/system/apps.ts";
import { call } from "#web/api/call.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";

const goodFor = 9 * 60_000; // ms; a ticket ends after ten minutes, and nobody may read one that ends at once

/** A QR code by which a device fetches the package without signing in. */
export function AppTicketDialog({ id, version, onClose }: { id: number; version: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["apps", "ticket", id],
    queryFn: ({ signal }) => call(appTicket, { path: { id }, signal }),
    refetchInterval: goodFor,
    gcTime: 0,
  });
  return (
    <Dialog open onClose={onClose} title={`Version ${version} auf ein Gerät bringen`} light>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <Loading />}
      {data && (
        <div className="grid gap-3">
          <p>
            Lesen Sie das Bild mit der Kamera des Geräts und öffnen Sie die Datei dort. Der Link gilt zehn Minuten und
            braucht keine Anmeldung.
          </p>
          <img src={data.qrcode} alt="QR-Code mit dem Link zum Paket" width={224} height={224} className="rounded-sm" />
          <p>{opens(data.address)}</p>
          <dl className="grid gap-2">
            <Fingerprint label="SHA-256 des Pakets" of={data.sha256} />
            {data.certificate_sha256 !== null && (
              <Fingerprint label="SHA-256 des Zertifikats" of={data.certificate_sha256} />
            )}
          </dl>
          <div>
            <Button onClick={onClose}>Schließen</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function opens(address: string | null): string {
  if (address === null) return "Das Paket wurde auf dem Server hinzugefügt.";
  if (address !== "") return `Die App öffnet ${address}.`;
  return "Dieser Server ist von anderen Geräten nicht sicher zu erreichen: Die App fragt nach seiner Adresse.";
}

/** A SHA-256 in pieces that can be compared with another screen. */
function Fingerprint({ label, of }: { label: string; of: string }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="break-words tabular-nums select-all">{of.replaceAll(/.{8}(?=.)/g, "$& ")}</dd>
    </div>
  );
}
