import { TriangleAlert } from "lucide";
import { type ReactNode, useState } from "react";
import { showBackupAge } from "#rules/backups.ts";
import { Icon } from "#web/ui/icon.tsx";

/** Says staff where there is no recent backup, and what to do on the server. */
export function BackupNotice({ taken }: { taken: string | null }) {
  const [now] = useState(() => new Date());
  return (
    <Notice
      title={
        taken === null
          ? "Es gibt noch keine Sicherung."
          : `Die letzte Sicherung ist ${showBackupAge(new Date(taken), now)} alt.`
      }
    >
      <OnServer isFirst={taken === null} />
    </Notice>
  );
}

const OnServer = ({ isFirst }: { isFirst: boolean }) => (
  <>
    {isFirst ? "Auf dem Server nennt " : "Warum, steht im Protokoll des Servers. Sofort hilft dort "}
    <code className="break-words">{isFirst ? "BACKUP_URL" : "npm run magazin -- backup"}</code>
    {isFirst ? " den Ordner, in dem jede Nacht eine entsteht." : "."}
  </>
);

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
