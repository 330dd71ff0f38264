import { Check, FileDown, FileUp, ListChecks, Trash2, Undo2 } from "lucide";
import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, useId } from "react";
import {
  commitImport,
  discardImport,
  importReceipt,
  importReceiptXlsx,
  undoImport,
} from "#contract/calls/exchange/imports.ts";
import type { ImportDetail } from "#contract/schemas/exchange/imports.ts";
import { showBoxes, showThings } from "#rules/amounts.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { nextOfImport, showLeftOut } from "#rules/exchange/imports/import-next.ts";
import { ImportState } from "#rules/exchange/imports/import-state.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { CallError } from "#web/api/call-error.ts";
import { call } from "#web/api/call.ts";
import { type Download, useDownload } from "#web/api/download.ts";
import { invalidate } from "#web/api/queries.ts";
import { DetailHead, type PageActions } from "#web/detail-page/detail-head.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { Progress } from "#web/ui/feedback/progress.tsx";
import { importList } from "./import-address.ts";
import { ImportStateBadge } from "./import-state-badge.tsx";
import type { useCheck } from "./use-check.ts";
import { listFiles, sendingProblem, useSending } from "./use-sending.ts";

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

/** Says what becomes of the rows that are left out: those with errors, and others of the same boxes. */
const leftOutText = ({ errors, left_out }: ImportDetail) =>
  errors > 0 &&
  `${showThings(left_out, "Zeile wird", "Zeilen werden")} nicht übernommen, auch keine andere Zeile derselben Boxen. ${left_out === 1 ? "Sie bleibt" : "Sie bleiben"} hier als Liste der Fehler.`;

function askToCommit(of: ImportDetail): Promise<boolean> {
  const before = of.again && showDate(berlinDay(new Date(of.again)));
  return confirm({
    title: of.errors > 0 ? `Ohne ${showLeftOut(of.left_out)} übernehmen?` : "Liste übernehmen?",
    text: `Für ${showCustomer(of.customer)}: ${whatHappens(of)}`,
    warning: [before && `Diese Datei wurde schon am ${before} übernommen.`, leftOutText(of)].filter(Boolean).join(" "),
    action: before ? "Noch einmal übernehmen" : "Übernehmen",
  });
}

function askToUndo({ made }: ImportDetail): Promise<boolean> {
  const removalText = made > 0 ? `${showBoxes(made)} ${will(made)} gelöscht. ` : "";
  const text = `${removalText}Was geändert wurde, wird wieder, wie es war.`;
  return confirm({ title: "Import zurücknehmen?", text, action: "Zurücknehmen", danger: true });
}

function useImportAction({ id, again, checked, errors, left_out }: ImportDetail, isConfirmed: boolean) {
  const path = { id };
  const without = errors > 0 && { left_out };
  const state = { again: again !== null, confirmed: isConfirmed, ...without, ...(checked !== null && { checked }) };
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
  if (errors > 0 && made + changed === 0) return "Alle Zeilen, die etwas ändern, haben Fehler.";
  if (!isConfirmed) return "Bitte lesen und bestätigen Sie die Warnungen.";
  return made + changed === 0 && "Die Liste ändert nichts.";
}

type ImportHeadProps = {
  of: ImportDetail;
  isStaff: boolean;
  isConfirmed: boolean;
  check: ReturnType<typeof useCheck>;
};

/** The head of an import, with what can be done with it now. */
export function ImportHead({ of, isStaff, isConfirmed, check }: ImportHeadProps) {
  const run = useImportAction(of, isConfirmed);
  const corrected = useSending(isStaff, () => call(discardImport, { path: { id: of.id } }));
  const chooser = useId();
  const [receipt, sheet] = [useDownload(importReceipt), useDownload(importReceiptXlsx)];
  const work = {
    run,
    corrected,
    receipt,
    sheet,
    isChecked: check.isPending,
    choose: () => document.getElementById(chooser)?.click(),
  };
  const asMapped = { mapping: of.mapping, before: of.mapping };
  return (
    <>
      <DetailHead
        above={<TextLink {...importList(isStaff)}>Importe</TextLink>}
        title={of.name}
        badge={<ImportStateBadge {...of} />}
        next={nextOfImport(of)}
        {...(of.state === ImportState.checked ? actionsBefore(of, isConfirmed, work) : actionsAfter(of, work))}
      />
      <input
        id={chooser}
        type="file"
        hidden
        accept={listFiles}
        onChange={({ currentTarget: { files } }) =>
          files?.[0] && corrected.send.mutate({ customer: of.customer.id, file: files[0] })
        }
      />
      {run.error && <Refused error={run.error} onLook={() => check.mutate(asMapped, { onSuccess: run.reset })} />}
      {corrected.send.error && <ErrorState error={sendingProblem(corrected.send.error)} />}
      {run.isPending && <Running label={running[run.variables]} />}
      {corrected.send.isPending && <Running label="Liste wird gesendet und gelesen ..." share={corrected.share} />}
      <DownloadStatus of={receipt} label="PDF wird erstellt ..." />
      <DownloadStatus of={sheet} label="Excel-Datei wird erstellt ..." />
    </>
  );
}

/** Work on an import that is under way. */
interface ImportWork {
  readonly run: ReturnType<typeof useImportAction>;
  readonly corrected: ReturnType<typeof useSending>;
  readonly receipt: Download<typeof importReceipt>;
  readonly sheet: Download<typeof importReceiptXlsx>;
  readonly isChecked: boolean;
  readonly choose: () => void;
}

/** Until it is taken over: a list that is wrong is corrected first, one without errors is taken over. */
function actionsBefore(of: ImportDetail, isConfirmed: boolean, work: ImportWork): PageActions {
  const { run, corrected, isChecked, choose } = work;
  const busy = (isChecked || run.isPending || corrected.send.isPending) && "Die Liste wird gerade bearbeitet.";
  const commit = async () => {
    if (await askToCommit(of)) run.mutate("commit");
  };
  const take = {
    text: of.errors > 0 ? "Ohne die Fehler übernehmen" : "Übernehmen",
    icon: Check,
    pending: run.isPending,
    blocked: busy || blockOf(of, isConfirmed),
    act: () => void commit(),
  };
  const correct = {
    text: "Berichtigte Datei senden",
    icon: FileUp,
    pending: corrected.send.isPending,
    blocked: busy,
    act: choose,
  };
  const discard = { text: "Verwerfen", icon: Trash2, blocked: busy, act: () => run.mutate("discard") };
  if (of.checked === null) return { more: [take, correct], dangers: [discard] };
  const [primary, other] = of.errors > 0 ? [correct, take] : [take, correct];
  return { primary, more: [other], dangers: [discard] };
}

/** Afterwards: its boxes, its receipts, and the way back. */
function actionsAfter(of: ImportDetail, { run, receipt, sheet }: ImportWork): PageActions {
  const input = { path: { id: of.id } };
  const boxes = boxesOf(of);
  const undo = async () => {
    if (await askToUndo(of)) run.mutate("undo");
  };
  const receipts = [
    { text: "Beleg als PDF", icon: FileDown, pending: receipt.running, act: () => void receipt.start(input) },
    { text: "Beleg als Excel", icon: FileDown, pending: sheet.running, act: () => void sheet.start(input) },
  ];
  return {
    primary: boxes && { text: "Ansehen", link: paths.boxes(boxes) },
    more: of.committed === null ? [] : receipts,
    dangers: [
      of.state === ImportState.committed && {
        text: "Zurücknehmen",
        icon: Undo2,
        pending: run.isPending,
        act: () => void undo(),
      },
    ],
  };
}

/** The boxes of an import that was taken over, as the lists narrow them. */
export function boxesOf({ state, codes, customer }: ImportDetail) {
  if (state !== ImportState.committed || !codes) return undefined;
  return { owner: customer.code, from: Number(codes.first.slice(4)), to: Number(codes.last.slice(4)) };
}

const Running = (of: ComponentProps<typeof Progress>) => (
  <div className="mb-3 max-w-md">
    <Progress {...of} />
  </div>
);

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
