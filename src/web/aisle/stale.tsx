import { Clock } from "lucide";
import { useEffect, useState } from "react";
import { isOpenEntry } from "#web/outbox/entry.ts";
import { entries } from "#web/outbox/outbox.ts";
import { Icon } from "#web/ui/icon.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { useNetwork } from "#web/aisle/device/network.ts";
import { stockReady, stockStore } from "#web/aisle/device/stock.ts";

const stale = 8 * 60 * 60_000; // ms: a shift
const [many, long] = [20, 12 * 60 * 60_000]; // scans, ms: what a device still keeps then a lost device would lose
const look = 60_000; // ms

/** Says that what the device knows is old, that it knows nothing yet, or that much of it waits for long. */
export function Stale() {
  const { loaded } = stockStore.use();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), look);
    return () => clearInterval(timer);
  }, []);
  const isRestored = useRestored();
  const up = useNetwork();
  const open = entries.use().filter(isOpenEntry);
  const oldest = open[0]?.scanned ?? now;
  const isWaiting = open.length > many && now - oldest > long;
  if (isWaiting)
    return <Notice>{`${open.length} Scans warten seit ${showInstant(oldest)}. Bitte Netz suchen.`}</Notice>;
  if (loaded === 0 && isRestored)
    return (
      <Notice>{up ? "Der Bestand wird geladen …" : "Der Bestand ist noch nicht geladen. Bitte Netz suchen."}</Notice>
    );
  if (loaded > 0 && now - loaded > stale) return <Notice>{`Stand ${showInstant(loaded)}. Bitte Netz suchen.`}</Notice>;
  return null;
}

function useRestored(): boolean {
  const [isRestored, setIsRestored] = useState(false);
  useEffect(() => void stockReady.then(() => setIsRestored(true)), []);
  return isRestored;
}

const showInstant = (time: number) => showDateTime(new Date(time).toISOString());

function Notice({ children }: { children: string }) {
  return (
    <p className="tone-amber flex shrink-0 items-center gap-2 rounded-md bg-tone-soft px-2 py-1 text-tone">
      <Icon of={Clock} size={20} className="shrink-0" />
      {children}
    </p>
  );
}
