import { TriangleAlert } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";

/** Says where there is no recent backup, and what is to be done on the server. */
export function BackupNotice({ taken }: { taken: string | null }) {
  return (
    <Notice
      title={
        taken === null
          ? "Es gibt noch keine Sicherung."
          : `Die letzte gute Sicherung ist vom ${showDateTime(taken)} Uhr.`
      }
    >
      {taken === null
        ? "Jede Nacht entsteht eine, sobald auf dem Server "
        : "Warum, steht im Protokoll des Servers. Sofort: "}
      <code className="break-words">{taken === null ? "BACKUP_URL" : "npm run magazin -- backup"}</code>
      {taken === null && " einen Ordner nennt."}
    </Notice>
  );
}

/** Says where whoever reads a backup has the keys of the archive with it. */
export function PlainNotice() {
  return (
    <Notice title="Die Sicherungen sind nicht verschlüsselt.">
      Wer sie liest, hat auch die Schlüssel des Archivs und alle zweiten Faktoren. Auf dem Server hilft{" "}
      <code className="break-words">BACKUP_KEY_FILE</code>.
    </Notice>
  );
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="note" className="mb-4 flex max-w-prose gap-2 rounded-md bg-tone-soft px-3 py-2 text-tone tone-amber">
      <Icon of={TriangleAlert} size={16} className="mt-0.5 shrink-0" />
      <p className="min-w-0">
        <strong className="font-semibold">{title}</strong> {children}
      </p>
    </div>
  );
}
