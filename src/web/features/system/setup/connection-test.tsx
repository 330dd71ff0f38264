import { Check, X } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#web/ui/button/button.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { Icon } from "#web/ui/icon.tsx";

const scope = "/probe/";

/** Tests whether this device can work with the server as people between shelves do: with its camera, and without a network. */
export function ConnectionTest() {
  const { data, refetch, isFetching } = useQuery({ queryKey: ["setup", "test"], queryFn: tryAll, staleTime: Infinity });
  if (!data) return <Loading text="Wird geprüft …" />;
  return (
    <div className="grid justify-items-start gap-2">
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {data.map(({ what, works }) => (
          <li key={what} className="flex items-center gap-1">
            {what}
            <Icon of={works ? Check : X} size={16} className={works ? "text-accent" : "text-danger"} />
            <span className="sr-only">{works ? "geht" : "geht nicht"}</span>
          </li>
        ))}
      </ul>
      {data.some(({ works }) => !works) && (
        <Button pending={isFetching} onClick={() => void refetch()}>
          Noch einmal prüfen
        </Button>
      )}
    </div>
  );
}

const tryAll = async () => [
  { what: "Verbindung sicher", works: isSecureContext },
  { what: "Kamera", works: await seesCamera() },
  { what: "Offline", works: await worksOffline() },
];

async function seesCamera(): Promise<boolean> {
  // There is no such object where the connection is not secure.
  const devices = await (navigator.mediaDevices as MediaDevices | undefined)?.enumerateDevices();
  return devices?.some(({ kind }) => kind === "videoinput") ?? false;
}

/** A browser refuses this where a warning of the certificate was only clicked away. */
async function worksOffline(): Promise<boolean> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await workers?.register("/probe.js", { scope }).catch(() => undefined);
  await registration?.unregister();
  return registration !== undefined;
}
