import { recordOfUser } from "#contract/calls/access/users.ts";
import type { User } from "#contract/schemas/access/users.ts";
import { useDownload } from "#web/api/download.ts";
import { Button } from "#web/ui/button/button.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { Section } from "#web/ui/page/section.tsx";

/** All that is kept about somebody, as a file (Art. 15 GDPR). */
export function RecordSection({ user }: { user: Pick<User, "id"> }) {
  const file = useDownload(recordOfUser);
  return (
    <Section title="Auskunft">
      <p className="mb-2 max-w-prose">
        Alles, was hier über diesen User gespeichert ist, als Datei (Art. 15 DSGVO). Der Abruf steht im Protokoll.
      </p>
      <Button pending={file.running} onClick={() => void file.start({ path: { id: user.id } })}>
        Auskunft herunterladen
      </Button>
      <DownloadStatus of={file} label="Auskunft wird erstellt ..." />
    </Section>
  );
}
