import { useEffect } from "react";
import { textLength } from "#contract/limits.ts";
import { type BoxContent, useContentActions } from "./use-content-actions.ts";
import { useOnDemand } from "#web/shell/use-on-demand.ts";

/** Asks why a content does not exist. */
export function MissingContent({ content, onClose }: { content: BoxContent; onClose: () => void }) {
  const { reportMissing } = useContentActions(content);
  const [ReasonDialog, request] = useOnDemand(
    async () => (await import("#web/ui/dialog/reason-dialog.tsx")).ReasonDialog,
    onClose,
  );
  useEffect(request);
  if (!ReasonDialog) return null;
  return (
    <ReasonDialog
      title="Inhalt existiert nicht"
      text={`„${content.text}“ ist nicht zu finden.`}
      label="Grund"
      required
      maxLength={textLength}
      action="Existiert nicht"
      send={reportMissing}
      onClose={onClose}
    />
  );
}
