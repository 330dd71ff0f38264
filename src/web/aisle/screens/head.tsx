import { ChevronLeft, CloudOff, Smartphone, TriangleAlert, Wifi, WifiOff } from "lucide";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { isOpenEntry } from "#web/outbox/entry.ts";
import { entries } from "#web/outbox/outbox.ts";
import { Icon } from "#web/ui/icon.tsx";
import { flowAddress, goBack } from "#web/aisle/address.ts";
import { useHeldCount } from "#web/aisle/device/device-cases.ts";
import { useNetwork } from "#web/aisle/device/network.ts";

/** The line above every screen: where one is, whether there is a network, and what has not been sent. */
export function Head({ title, back = true, isDanger = false, children }: HeadProps) {
  return (
    <header
      className={clsx(
        "flex min-h-12 shrink-0 items-center gap-2 border-b border-line pr-2",
        isDanger ? "tone-loud bg-tone-soft text-tone [&_a]:text-tone" : "bg-surface",
      )}
    >
      {back ? (
        <button
          type="button"
          className="flex size-12 shrink-0 items-center justify-center"
          aria-label="Zurück"
          onClick={goBack}
        >
          <Icon of={ChevronLeft} />
        </button>
      ) : (
        <span className="w-1" />
      )}
      <h1 className="min-w-0 grow truncate text-section">{title}</h1>
      {children}
      <HeldLink />
      <Unsent isShort={isDanger} />
      <Network />
      {!back && (
        <a
          href={flowAddress("geraet")}
          aria-label="Gerät"
          className="flex size-12 shrink-0 items-center justify-center"
        >
          <Icon of={Smartphone} />
        </a>
      )}
    </header>
  );
}

interface HeadProps {
  readonly title: string;
  readonly back?: boolean;
  /** Red: what is scanned now cannot be undone. */
  readonly isDanger?: boolean;
  readonly children?: ReactNode;
}

/** Shows how many scans wait; `isShort` is set where the title needs the room. */
function Unsent({ isShort }: { isShort: boolean }) {
  const count = entries.use().filter(isOpenEntry).length;
  if (count === 0) return null;
  return (
    <span role="status" className="tone-amber flex items-center gap-1 rounded-sm bg-tone-soft px-1 text-tone">
      <Icon of={CloudOff} size={16} className="shrink-0" />
      <span className="whitespace-nowrap tabular-nums">
        {count}
        <span className={isShort ? "sr-only" : "max-narrow:sr-only"}> nicht gesendet</span>
      </span>
    </span>
  );
}

function HeldLink() {
  const count = useHeldCount();
  if (count === 0) return null;
  return (
    <a
      href={flowAddress("held")}
      className="flex min-h-12 min-w-12 items-center justify-center gap-1 text-danger"
      aria-label={`Klärfälle: ${count}`}
    >
      <Icon of={TriangleAlert} size={20} />
      <span className="tabular-nums">{count}</span>
    </a>
  );
}

function Network() {
  const up = useNetwork();
  return (
    <Icon
      of={up ? Wifi : WifiOff}
      size={20}
      role="img"
      aria-label={up ? "Netz ist da" : "Kein Netz"}
      className="shrink-0"
    />
  );
}
