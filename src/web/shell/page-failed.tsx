import type { ErrorComponentProps } from "@tanstack/react-router";
import { errors } from "#rules/texts/texts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { ChunkError } from "./lazy-page.ts";

/** In place of a page that broke: a chunk that did not come wants a reload, anything else another try. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const missing = error instanceof ChunkError;
  return (
    <>
      <PageHead title={missing ? "Seite fehlt" : "Fehler"} />
      {!missing && <ErrorState error={errors.unknown} onRetry={reset} />}
      {missing && (
        <>
          <p role="alert" className="mb-4">
            {error.message}
          </p>
          <Button look="primary" onClick={() => location.reload()}>
            Neu laden
          </Button>
        </>
      )}
    </>
  );
}
