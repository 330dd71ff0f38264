import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { errors } from "#rules/texts/texts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { ChunkError, serverAnswers } from "./lazy-page.ts";

/** In place of a page that broke: a chunk of an older version wants a reload, anything else another try. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  if (!(error instanceof ChunkError))
    return (
      <>
        <PageHead title="Fehler" />
        <ErrorState error={errors.unknown} onRetry={reset} />
      </>
    );
  if (error.isOffline) return <Offline error={error} />;
  return (
    <>
      <PageHead title="Seite fehlt" />
      <p role="alert" className="mb-4">
        {error.message}
      </p>
      <Button look="primary" onClick={() => location.reload()}>
        Neu laden
      </Button>
    </>
  );
}

const againPause = 3000; // ms between two tries

/** A reload would lose the program, too: the page comes by itself as soon as the server answers. */
function Offline({ error }: { error: Error }) {
  const router = useRouter();
  useEffect(() => {
    const again = async () => {
      if (await serverAnswers()) await router.invalidate();
    };
    const timer = setInterval(() => void again(), againPause);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <>
      <PageHead title="Keine Verbindung" />
      <ErrorState error={error} onRetry={() => router.invalidate()} />
    </>
  );
}
