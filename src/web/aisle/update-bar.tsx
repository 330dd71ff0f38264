import { RefreshCw } from "lucide";
import { isOpenEntry } from "#web/outbox/entry.ts";
import { entries } from "#web/outbox/outbox.ts";
import { Button } from "#web/ui/button/button.tsx";
import { questionStands } from "#web/aisle/device/flow-run.ts";
import { takeOver, waitingVersion } from "#web/aisle/device/update.ts";

/** Offers a newer version, where a thumb reaches it, when nothing is on its way and nothing is being asked. */
export function UpdateBar() {
  const worker = waitingVersion.use();
  const isAsked = questionStands.use();
  const isSending = entries.use().some((entry) => isOpenEntry(entry) && entry.sent && entry.failure === null);
  if (!worker || isAsked || isSending) return null;
  return (
    <div role="status" className="tone-blue flex items-center gap-3 bg-tone-soft px-3 py-1 text-tone">
      <span className="min-w-0 grow">Neue Version</span>
      <Button look="primary" icon={RefreshCw} onClick={takeOver}>
        übernehmen
      </Button>
    </div>
  );
}
