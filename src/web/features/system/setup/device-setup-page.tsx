import { Download } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { deviceSetup } from "#contract/calls/system/setup.ts";
import type { Reply } from "#contract/route.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSettings } from "#web/api/settings.ts";
import { buttonClass } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { ConnectionTest } from "./connection-test.tsx";

type Setup = Reply<typeof deviceSetup>;

/** Open to everybody on premises: who sets a device up is signed in nowhere yet. */
export default function DeviceSetupPage() {
  const { product_title } = useSettings();
  const { data, error, refetch } = useQuery({ ...queryFor(deviceSetup), staleTime: 9 * 60_000 });
  return (
    <main className="mx-auto min-h-dvh max-w-5xl bg-surface p-4">
      <h1>Gerät einrichten</h1>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <Loading />}
      {data && (data.address === null ? <Nowhere title={product_title} /> : <Ways setup={data} />)}
      {data && <Scanners hasApp={data.app !== null} />}
    </main>
  );
}

const Nowhere = ({ title }: { title: string }) => (
  <p className="mt-3 max-w-prose">
    Dieser Server ist von anderen Geräten nicht zu erreichen. Wer {title} betreibt, stellt <code>HOST=0.0.0.0</code> ein
    oder, mit einer eigenen Domain, <code>PUBLIC_URL</code>.
  </p>
);

function Ways({ setup }: { setup: Setup }) {
  const { address, page, app, authority } = setup;
  return (
    <>
      <p className="mt-2">
        Adresse:{" "}
        <a href={address ?? ""} className="text-link underline">
          {address}
        </a>
      </p>
      <div className="grid gap-x-8 md:grid-cols-2">
        {app && <Android app={app} />}
        <Others page={page} isOwn={authority !== null} />
      </div>
      <Section title="Prüfen">
        {isSecureContext ? (
          <ConnectionTest />
        ) : (
          <a href={`${address}/einrichten`} className={buttonClass()}>
            Verbindung prüfen
          </a>
        )}
      </Section>
      {(authority || app) && (
        <details className="mt-6 max-w-prose">
          <summary>Prüfsummen (SHA-256)</summary>
          <dl className="mt-2 grid gap-2 break-words">
            {authority && <Sum label="Zertifikat des Servers" of={authority.sha256} />}
            {app && <Sum label={`Paket der App ${app.version}`} of={app.sha256} />}
            {app?.certificate_sha256 && <Sum label="Zertifikat der App" of={app.certificate_sha256} />}
          </dl>
        </details>
      )}
    </>
  );
}

const Android = ({ app }: { app: NonNullable<Setup["app"]> }) => (
  <Section title="Android">
    <p className="mb-3">
      Lesen Sie das Bild mit der Kamera, laden Sie die App und öffnen Sie die Datei. Android fragt dabei, ob der Browser
      „unbekannte Apps“ installieren darf, und Play Protect, ob „trotzdem“ installiert werden soll: beides mit Ja. Die
      App kennt diesen Server; am Gerät ist sonst nichts einzustellen.
    </p>
    <img src={app.qrcode} alt="QR-Code mit dem Link zur App" width={224} height={224} className="mb-3 rounded-sm" />
    <a href={app.url} className={buttonClass("primary")}>
      <Icon of={Download} size={14} />
      App {app.version} laden
    </a>
  </Section>
);

function Others({ page, isOwn }: { page: Setup["page"]; isOwn: boolean }) {
  return (
    <Section title="iPhone und andere">
      {isOwn ? (
        <>
          <ol className="mb-3 grid gap-2">
            <li>
              1. Öffnen Sie diese Seite auf dem Gerät und laden Sie das Zertifikat:{" "}
              <a href="/magazin.mobileconfig" className="text-link underline">
                iPhone, iPad
              </a>{" "}
              oder{" "}
              <a href="/ca.crt" download className="text-link underline">
                andere
              </a>
              .
            </li>
            <li>
              2. iPhone: Einstellungen, „Profil geladen“, Installieren. Android: Einstellungen, Sicherheit,
              „CA-Zertifikat“.
            </li>
            <li>
              3. iPhone: Einstellungen, Allgemein, Info, Zertifikatsvertrauenseinstellungen, einschalten. Danach unten
              prüfen.
            </li>
          </ol>
          <p className="mb-3 text-muted">
            Das Zertifikat gilt für Namen und Adressen in diesem Haus und für sonst nichts.
          </p>
        </>
      ) : (
        <p className="mb-3">Öffnen Sie die Adresse auf dem Gerät; zu installieren ist nichts.</p>
      )}
      {page && (
        <img
          src={page.qrcode}
          alt="QR-Code mit der Adresse dieser Seite"
          width={160}
          height={160}
          className="rounded-sm"
        />
      )}
    </Section>
  );
}

/** Settings that a scanner that types has to have. There is no code to be read for them, since makers keep theirs to themselves. */
const wedgeSettings = [
  ["Codes", "Code 128 und QR-Code"],
  ["Vor dem Code (Präfix)", "nichts"],
  ["Nach dem Code (Suffix)", "Enter"],
  ["Pause zwischen den Zeichen", "0 ms"],
] as const;

const Scanners = ({ hasApp }: { hasApp: boolean }) => (
  <Section title="Scanner">
    <p className="mb-3 max-w-prose">
      {hasApp && "In der Android-App ist nichts einzustellen. "}Im Browser schreibt ein Scanner wie eine Tastatur, ob
      eingebaut oder über Bluetooth:
    </p>
    <dl className="mb-3 grid max-w-md grid-cols-[1fr_auto] gap-x-4 gap-y-1">
      {wedgeSettings.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    <p className="max-w-prose">
      Zebra: App DataWedge, ein Profil für den Browser, dort „Keystroke output“ einschalten, „Inter-character delay“ 0
      und unter „Basic data formatting“ „Send ENTER key“. Braucht ein anderes Programm Zeichen um den Code, bleiben sie;
      unter Lager, Gerät, Scanner steht dann, welche.
    </p>
  </Section>
);

const Sum = ({ label, of }: { label: string; of: string }) => (
  <div>
    <dt className="text-muted">{label}</dt>
    <dd className="select-all">{of}</dd>
  </div>
);
