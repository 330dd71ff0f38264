import Check from "lucide-react/icons/check";
import type { AutosaveState } from "./autosave.ts";

type SaveStatusProps = Pick<AutosaveState, "status"> & { flush: () => unknown; discard: () => void };

/** Whether what was typed has reached the server, and the ways out where it has not. */
export function SaveStatus({ status, flush, discard }: SaveStatusProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-muted">
      {status === "failed" && (
        <button type="button" className="text-link min-h-6 pointer-coarse:min-h-12" onClick={() => void flush()}>
          Erneut versuchen
        </button>
      )}
      {(status === "failed" || status === "invalid") && (
        <button type="button" className="text-link min-h-6 pointer-coarse:min-h-12" onClick={discard}>
          Verwerfen
        </button>
      )}
      <span role="status" className="inline-flex items-center gap-1">
        {status === "saving" && "Wird gespeichert …"}
        {status === "saved" && (
          <>
            <Check aria-hidden size={14} /> Gespeichert
          </>
        )}
      </span>
    </span>
  );
}
