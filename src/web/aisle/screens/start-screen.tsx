import { clsx } from "clsx";
import { Suspense } from "react";
import type { FlowName } from "#rules/aisle/flow.ts";
import { useSession } from "#web/api/session-state.ts";
import { Icon } from "#web/ui/icon.tsx";
import { flowAddress, goTo } from "#web/aisle/address.ts";
import { passOn, useReads } from "#web/aisle/reading/reading.ts";
import { ScanBar } from "#web/aisle/reading/scan-bar.tsx";
import { Stale } from "#web/aisle/stale.tsx";
import { type FlowEntry, flowScreens } from "./flow-screens.ts";
import { Head } from "./head.tsx";

const lookUp: FlowName = "lookUp";

/** Shows the possible actions; everything scanned here is looked up. */
export function StartScreen() {
  const { user } = useSession();
  useReads((read) => {
    passOn(read);
    goTo(lookUp);
  });
  return (
    <>
      <Head title={user ? `${user.first_name} ${user.last_name}` : ""} back={false} />
      <main className="flex min-h-0 grow flex-col gap-2 overflow-y-auto p-2">
        <Stale />
        <nav aria-label="Abläufe" className="mt-auto grid grid-cols-2 gap-2">
          {flowScreens.map((flow) => (
            <Tile key={flow.name} {...flow} />
          ))}
        </nav>
      </main>
      <ScanBar />
    </>
  );
}

function Tile({ name, label, icon, count: Count }: FlowEntry) {
  return (
    <a
      href={flowAddress(name)}
      className={clsx(
        "flex h-22 min-w-0 flex-col justify-between rounded-lg border border-field bg-surface p-3",
        "font-semibold text-text active:bg-hover",
      )}
    >
      <span className="flex items-center justify-between text-accent">
        <Icon of={icon} size={28} />
        <span className="text-title tabular-nums">
          {Count && (
            <Suspense>
              <Count />
            </Suspense>
          )}
        </span>
      </span>
      <span className="truncate">{label}</span>
    </a>
  );
}
