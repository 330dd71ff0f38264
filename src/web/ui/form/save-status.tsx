import { Check } from "lucide";
import { Icon } from "#web/ui/icon.tsx";
import type { useAutosave } from "./autosave.ts";

type SaveStatusProps = { of: Pick<ReturnType<typeof useAutosave>, "status" | "wrong" | "flush" | "discard"> };

/** Says whether the typed text has reached the server; where it has not, shows the reason and the ways out. */
export function SaveStatus({ of: { status, wrong, flush, discard } }: SaveStatusProps) {
  const way = "text-link min-h-6 pointer-coarse:min-h-12";
  return (
    <>
      {wrong !== undefined && (
        <span role="alert" className="block text-danger">
          {wrong}
        </span>
      )}
      <span className="flex flex-wrap items-center gap-x-3 text-muted">
        {status === "failed" && (
          <button type="button" className={way} onClick={() => void flush()}>
            Erneut versuchen
          </button>
        )}
        {wrong !== undefined && (
          <button type="button" className={way} onClick={discard}>
            Verwerfen
          </button>
        )}
        <span role="status" className="inline-flex items-center gap-1">
          {status === "saving" && "Wird gespeichert …"}
          {status === "saved" && (
            <>
              <Icon of={Check} size={14} /> Gespeichert
            </>
          )}
        </span>
      </span>
    </>
  );
}
