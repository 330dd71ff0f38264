import { Check, FileDown, ListChecks, Trash2, Undo2 } from "lucide";
import { useMutation } from "@tanstack/react-query";
import {
  commitImport,
  discardImport,
  importReceipt,
  importReceiptXlsx,
  undoImport,
} from "#contract/calls/exchange/imports.ts";
import type { ImportDetail } from "#contract/schemas/exchange/imports.ts";
import { showBoxes } from "#rules/amounts.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { useDownload } from "#web/api/download.ts";
import { invalidate } from "#web/api/queries.ts";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { Progress } from "#web/ui/feedback/progress.tsx";
import type { useCheck } from "./use-check.ts";

type ImportAction = "commit" | "undo" | "discard";
const actionTexts: Record<ImportAction, string> = {
  commit: "Die Liste wurde übernommen.",
  undo: "Der Import wurde zurückgenommen.",
  discard: "Der Import wurde verworfen.",
};
const running: Record<ImportAction, string> = {
  commit: "Liste wird übernommen ...",
  undo: "Import wird zurückgenommen ...",
  discard: "Import wird verworfen ...",
};

const will = (count: number) => (count === 1 ? "wird" : "werden");
const whatHappens = ({ made, changed }: ImportDetail) =>
  [
    made > 0 && `${showBoxes(made)} ${will(made)} angelegt.`,
    changed > 0 && `${showBoxes(changed)} ${will(changed)} geändert.`,
  ]
    .filter(Boolean)
    .join(" ");

function askToCommit(of: ImportDetail): Promise<boolean> {
  const before = of.again && showDate(berlinDay(new Date(of.again)));
  return confirm({
    title: "Liste übernehmen?",
    text: whatHappens(of),
    warning: before ? `Diese Datei wurde schon am ${before} übernommen.` : undefined,
    action: before ? "Noch einmal übernehmen" : "Übernehmen",
  });
}

function askToUndo({ made }: ImportDetail): Promise<boolean> {
  const removalText = made > 0 ? `${showBoxes(made)} ${will(made)} gelöscht. ` : "";
  const text = `${removalText}Was geändert wurde, wird wieder, wie es war.`;
  return confirm({ title: "Import zurücknehmen?", text, action: "Zurücknehmen", danger: true });
}

function useDeed({ id, again, checked }: ImportDetail, isConfirmed: boolean) {
  const path = { id };
  const state = { again: again !== null, confirmed: isConfirmed, ...(checked !== null && { checked }) };
  return useMutation({
    mutationFn: (what: ImportAction) =>
      what === "commit"
        ? call(commitImport, { path, body: state })
        : call(what === "undo" ? undoImport : discardImport, { path }),
    meta: { inPlace: true },
    onSuccess: (_answer, what) => notify(actionTexts[what]),
    onSettled: () => invalidate(commitImport),
  });
}

/** Why a list cannot be taken over now. */
function blockOf({ checked, errors, made, changed }: ImportDetail, isConfirmed: boolean): string | false {
  if (checked === null) return "Die Liste ist noch nicht geprüft.";
  if (errors > 0) return "Die Liste hat Fehler.";
  if (!isConfirmed) return "Bitte lesen und bestätigen Sie die Warnungen.";
  return made + changed === 0 && "Die Liste ändert nichts.";
}

type ImportDeedsProps = { of: ImportDetail; isConfirmed: boolean; check: ReturnType<typeof useCheck> };

/** What can be done with an import now. */
export function ImportDeeds({ of, isConfirmed, check }: ImportDeedsProps) {
  const run = useDeed(of, isConfirmed);
  const [receipt, sheet] = [useDownload(importReceipt), useDownload(importReceiptXlsx)];
  const start = async (what: ImportAction, ask: Promise<boolean>) => {
    if (await ask) run.mutate(what);
  };
  const asMapped = { mapping: of.mapping, before: of.mapping };
  const busy = (check.isPending || run.isPending) && "Die Liste wird gerade bearbeitet.";
  return (
    <div className="mb-3 grid gap-3">
      <div className="flex flex-wrap gap-2">
        {of.state === 0 && (
          <>
            <Button
              look="primary"
              icon={Check}
              pending={run.isPending}
              disabledReason={blockOf(of, isConfirmed)}
              onClick={() => void start("commit", askToCommit(of))}
            >
              Übernehmen
            </Button>
            <Button icon={Trash2} disabledReason={busy} onClick={() => run.mutate("discard")}>
              Verwerfen
            </Button>
          </>
        )}
        {of.committed !== null && (
          <>
            <Button
              icon={FileDown}
              pending={receipt.running}
              onClick={() => void receipt.start({ path: { id: of.id } })}
            >
              Beleg (PDF)
            </Button>
            <Button icon={FileDown} pending={sheet.running} onClick={() => void sheet.start({ path: { id: of.id } })}>
              Beleg (Excel)
            </Button>
          </>
        )}
        {of.state === 1 && (
          <Button look="danger" icon={Undo2} pending={run.isPending} onClick={() => void start("undo", askToUndo(of))}>
            Zurücknehmen
          </Button>
        )}
      </div>
      {run.error && <Refused error={run.error} onLook={() => check.mutate(asMapped, { onSuccess: run.reset })} />}
      {run.isPending && (
        <div className="max-w-md">
          <Progress label={running[run.variables]} />
        </div>
      )}
      <DownloadStatus of={receipt} label="PDF wird erstellt ..." />
      <DownloadStatus of={sheet} label="Excel-Datei wird erstellt ..." />
    </div>
  );
}

/** Why it was not done; where the list would do something else than it showed, the way to the new preview. */
function Refused({ error, onLook }: { error: Error; onLook: () => void }) {
  return (
    <div>
      <ErrorState error={error} />
      {error instanceof CallError && error.code === "changed" && (
        <Button icon={ListChecks} onClick={onLook}>
          Neue Vorschau
        </Button>
      )}
    </div>
  );
}
