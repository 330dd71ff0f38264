import { FileDown } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { type DownloadState, DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";

/** A service's screen: its title with the way back to the menu, what it makes, and of what. */
export function Service({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <>
      <PageHead above={<TextLink {...paths.services()}>Services</TextLink>} title={title} />
      <div className="grid gap-4">
        {text && <p className="text-muted">{text}</p>}
        {children}
      </div>
    </>
  );
}

type DocumentDownloadProps = {
  of: DownloadState;
  /** Why it cannot be made now. */
  blocked: string | false;
  onStart: () => void;
};

/** The one document of a screen: its button, and below how far it is. */
export function DocumentDownload({ of, blocked, onStart }: DocumentDownloadProps) {
  return (
    <div className="grid gap-3">
      <div>
        <Button look="primary" icon={FileDown} pending={of.running} disabledReason={blocked} onClick={onStart}>
          PDF
        </Button>
      </div>
      <DownloadStatus of={of} label="PDF wird erstellt ..." />
    </div>
  );
}
