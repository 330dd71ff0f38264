import { CircleCheck, FileDown, PackageCheck, Search, StickyNote, UserCheck } from "lucide";
import { useState } from "react";
import { caseLetter, closeCase, foundCase, noteCase } from "#contract/calls/stocktake/cases.ts";
import { textLength } from "#contract/limits.ts";
import type { CaseDetail } from "#contract/schemas/stocktake/cases.ts";
import { CaseKind, CaseState } from "#rules/stocktake/case-state.ts";
import { call } from "#web/api/call.ts";
import { useDownload } from "#web/api/download.ts";
import { invalidate } from "#web/api/queries.ts";
import { AskReason } from "#web/detail-page/ask-reason.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";

const AssignDialog = onDemand(async () => (await import("./assign-dialog.tsx")).AssignDialog);
const LossDialog = onDemand(async () => (await import("./loss-dialog.tsx")).LossDialog);

type CaseAction = keyof CaseDetail["actions"];

/** What is asked for a deed that is a text alone. */
const texts = {
  note: { title: "Notiz", text: "Steht danach im Verlauf.", label: "Notiz", action: "Notiz speichern", call: noteCase },
  found: {
    title: "Gefunden",
    text: "Die Box bekommt dadurch keinen anderen Platz: Dafür wird sie eingelagert.",
    label: "Wo und wie",
    action: "Als gefunden eintragen",
    call: foundCase,
  },
  close: {
    title: "Klärfall schließen",
    text: "Ein geschlossener Klärfall wird nicht wieder geöffnet; er bleibt nachzulesen.",
    label: "Ergebnis",
    action: "Klärfall schließen",
    call: closeCase,
  },
} as const;

/** What may be done to a case; what may not says why. */
export function CaseDeeds({ of }: { of: CaseDetail }) {
  const { id, actions, state, asks } = of;
  const [asking, setAsking] = useState<CaseAction>();
  const letter = useDownload(caseLetter);
  if (state === CaseState.closed && !mayWrite(of)) return null;
  const button = (deed: CaseAction) => ({
    disabledReason: actions[deed] ?? undefined,
    onClick: () => setAsking(deed),
  });
  return (
    <div className="mb-3 grid gap-2">
      {asks && (
        <p className="rounded-md bg-tone-soft px-3 py-2 text-tone tone-green tabular-nums">
          Inzwischen gescannt, {showDateTime(asks.at)}, {asks.who}: {asks.text}. Ist damit alles geklärt, schließen Sie
          den Klärfall.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {state !== CaseState.closed && (
          <>
            <Button look={asks ? undefined : "primary"} icon={UserCheck} {...button("assign")}>
              Zuweisen
            </Button>
            <Button icon={StickyNote} {...button("note")}>
              Notiz
            </Button>
            <Button icon={PackageCheck} {...button("found")}>
              Gefunden
            </Button>
            <Button look={asks ? "primary" : undefined} icon={CircleCheck} {...button("close")}>
              Schließen
            </Button>
          </>
        )}
        {mayWrite(of) && (
          <Button icon={FileDown} pending={letter.running} onClick={() => void letter.start({ path: { id } })}>
            {state === CaseState.lost ? "Brief an den Kunden" : "Entwurf des Briefes"}
          </Button>
        )}
        {state !== CaseState.closed && (
          <Button look="danger" icon={Search} {...button("loss")}>
            Verlust melden
          </Button>
        )}
      </div>
      <DownloadStatus of={letter} label="Brief wird erstellt ..." />
      <Asked of={of} asking={asking} onClose={() => setAsking(undefined)} />
    </div>
  );
}

/** Whether there is something to tell the customer. */
const mayWrite = ({ box, kind }: CaseDetail) =>
  box !== null && (kind === CaseKind.missing || kind === CaseKind.disputed);

function Asked({ of, asking, onClose }: { of: CaseDetail; asking: CaseAction | undefined; onClose: () => void }) {
  if (!asking) return null;
  if (asking === "assign") return <AssignDialog of={of} onClose={onClose} />;
  if (asking === "loss") return <LossDialog of={of} onClose={onClose} />;
  const { call: route, ...words } = texts[asking];
  const send = async (text: string) => {
    await call(route, { path: { id: of.id }, body: { text } });
    await invalidate(route);
  };
  return <AskReason {...words} required maxLength={textLength} send={send} onClose={onClose} />;
}
