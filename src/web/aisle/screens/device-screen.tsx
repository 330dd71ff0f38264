import { LogOut, Volume2 } from "lucide";
import { useEffect, useState } from "react";
import { showCount } from "#rules/amounts.ts";
import { useSession } from "#web/api/session-state.ts";
import { settings } from "#contract/calls/access/session.ts";
import { call } from "#web/api/call.ts";
import { Button } from "#web/ui/button/button.tsx";
import { give, type ScanSignal } from "#web/ui/feedback/signals.ts";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { goTo } from "#web/aisle/address.ts";
import { boxCount, stockStore } from "#web/aisle/device/stock.ts";
import { offlineState } from "#web/aisle/device/update.ts";
import { signOutWorker } from "#web/aisle/device/work.ts";
import { Stale } from "#web/aisle/stale.tsx";
import { Head } from "./head.tsx";
import { ScannerSetting } from "./scanner-setting.tsx";
import { LeaveQuestion } from "./leave-question.tsx";
import { UnsentByPerson } from "./unsent-by-person.tsx";

const tones: readonly (readonly [ScanSignal, string])[] = [
  ["done", "Gut"],
  ["look", "Prüfen"],
  ["stop", "Halt"],
];

/** Shows the identity of this device, its contents and its abilities. */
export function DeviceScreen() {
  const { user } = useSession();
  return (
    <>
      <Head title="Gerät" />
      <main className="flex min-h-0 grow flex-col gap-4 overflow-y-auto p-3">
        <Stale />
        <Facts />
        <UnsentByPerson />
        <Button className="min-h-14!" onClick={() => goTo("hallen")}>
          Hallen wählen
        </Button>
        <ScannerSetting />
        <section aria-label="Töne" className="grid gap-2">
          <h2>Töne</h2>
          <div className="grid grid-cols-3 gap-2">
            {tones.map(([signal, word]) => (
              <Button key={signal} icon={Volume2} className="min-h-14!" onClick={() => give(signal)}>
                {word}
              </Button>
            ))}
          </div>
        </section>
        <Button icon={LogOut} className="mt-auto min-h-14!" onClick={() => void signOutWorker()}>
          {user?.first_name} {user?.last_name} abmelden
        </Button>
      </main>
      <LeaveQuestion />
    </>
  );
}

function Facts() {
  const { loaded, areas, lists } = stockStore.use();
  const offline = offlineState.use();
  const storage = useStorage();
  const build = useBuild();
  const facts: readonly (readonly [string, string])[] = [
    ["Server", location.host],
    ["Version", build],
    ["Bestand", loaded === 0 ? "nicht geladen" : `${showCount(boxCount())} Boxen`],
    ["Hallen", areas === null ? "alle" : namesOf(lists.rows)],
    ["Stand", loaded === 0 ? "–" : showDateTime(new Date(loaded).toISOString())],
    ["Ohne Netz", offline === "kept" ? "bereit" : offline === "refused" ? "nicht möglich" : "wird geprüft"],
    ["Speicher", storage.text],
  ];
  return (
    <section aria-label="Dieses Gerät" className="grid gap-2">
      <dl className="grid gap-1">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3 border-b border-line py-1">
            <dt className="font-normal text-muted">{label}</dt>
            <dd className="min-w-0 text-right break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {offline === "refused" && (
        <p className="tone-amber rounded-md bg-tone-soft p-2 text-tone">
          Ohne Netz geht diese Seite nicht auf: Dem Zertifikat wird nicht vertraut.{" "}
          <a className="underline" href="/einrichten">
            Gerät einrichten
          </a>
        </p>
      )}
      {storage.isKept === false && (
        <Button className="min-h-14!" onClick={storage.ask}>
          Speicher dauerhaft machen
        </Button>
      )}
    </section>
  );
}

/** The names of the halls whose rows the device keeps. */
const namesOf = (rows: readonly { readonly area: { readonly name: string } }[]) =>
  [...new Set(rows.map(({ area }) => area.name))].join(", ");

/** Returns how much the browser has kept, and whether it may throw that away when it needs room. */
function useStorage() {
  const [use, setUse] = useState<{ bytes: number; isKept: boolean }>();
  useEffect(() => {
    void storageUse().then(setUse);
  }, []);
  const ask = () => void navigator.storage.persist().then(storageUse).then(setUse);
  const megabytes = ((use?.bytes ?? 0) / 1024 / 1024).toFixed(1).replace(".", ",");
  return {
    text: use ? `${megabytes} MB, ${use.isKept ? "dauerhaft" : "nicht dauerhaft"}` : "unbekannt",
    isKept: use?.isKept,
    ask,
  };
}

async function storageUse() {
  const { storage } = navigator as Partial<Navigator>;
  if (!storage) return undefined; // plain http
  const [{ usage = 0 }, isKept] = await Promise.all([storage.estimate(), storage.persisted()]);
  return { bytes: usage, isKept };
}

/** Returns the build of the server, as far as the server can be asked. */
function useBuild(): string {
  const [build, setBuild] = useState("–");
  useEffect(() => {
    call(settings)
      .then(({ build_stamp }) => setBuild(build_stamp || "–"))
      .catch(() => undefined);
  }, []);
  return build;
}
