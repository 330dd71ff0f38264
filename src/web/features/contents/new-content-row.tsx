import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { dropContent, type NewContent, retryContent } from "./content-queue.ts";

/** A content on its way to the server, or one that did not get there. */
export function NewContentRow({ content }: { content: NewContent }) {
  const { key, text, error } = content;
  return (
    <li className="border-b border-line px-3 py-1.5 last:border-b-0">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <span className="min-w-0 break-words whitespace-pre-line">{text}</span>
        {error === null && <span className="text-muted">Wird gespeichert …</span>}
      </div>
      {error !== null && (
        <div className="flex flex-wrap items-center">
          <ErrorState error={`Nicht hinzugefügt. ${error}`} onRetry={() => retryContent(content)} />
          <Button look="quiet" onClick={() => dropContent(key)}>
            Verwerfen
          </Button>
        </div>
      )}
    </li>
  );
}
