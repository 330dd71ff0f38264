import { CircleCheck, FileDown, type IconNode, PackageCheck, Search, StickyNote, UserCheck } from "lucide";
import { useState } from "react";
import { caseLetter, closeCase, foundCase, noteCase } from "#contract/calls/stocktake/cases.ts";
import { textLength } from "#contract/limits.ts";
import type { CaseDetail } from "#contract/schemas/stocktake/cases.ts";
import { nextOfCase } from "#rules/stocktake/case-next.ts";
import { CaseKind, CaseState } from "#rules/stocktake/case-state.ts";
import { call } from "#web/api/call.ts";
import { useDownload } from "#web/api/download.ts";
import { invalidate } from "#web/api/queries.ts";
import { AskReason } from "#web/detail-page/ask-reason.ts";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { paths } from "#web/paths.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { CaseBadge } from "./case-badges.tsx";

const AssignDialog = onDemand(async () => (await import("./assign-dialog.tsx")).AssignDialog);
const LossDialog = onDemand(async () => (await import("./loss-dialog.tsx")).LossDialog);

type CaseAction = keyof CaseDetail["actions"];

/** Texts of the questions for an action that is a text alone. */
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

/** The head of a case, with what may be done to it; what may not says why. */
export function CaseHead({ of }: { of: CaseDetail }) {
  const { id, number, actions, state, asks, assignee, stage, due_1, due_2 } = of;
  const [asking, setAsking] = useState<CaseAction>();
  const letter = useDownload(caseLetter);
  const isOpen = state !== CaseState.closed;
  const action = (caseAction: CaseAction, text: string, icon: IconNode) => ({
    text,
    icon,
    blocked: actions[caseAction],
    act: () => setAsking(caseAction),
  });
  const assign = action("assign", "Zuweisen", UserCheck);
  const found = action("found", "Gefunden", PackageCheck);
  const close = action("close", "Schließen", CircleCheck);
  const isSettled = asks !== null || state === CaseState.found;
  const primary = isSettled ? close : assignee ? found : assign;
  const until = [due_1, due_2][stage] ?? null;
  return (
    <>
      <DetailHead
        above={<TextLink {...paths.cases()}>Klärfälle</TextLink>}
        title={number}
        badge={<CaseBadge state={state} />}
        next={nextOfCase({ state, assignee, until, isSeen: asks !== null })}
        primary={isOpen && primary}
        more={[
          ...[assign, action("note", "Notiz", StickyNote), found, close].filter((one) => isOpen && one !== primary),
          mayWrite(of) && {
            text: state === CaseState.lost ? "Brief an den Kunden" : "Entwurf des Briefes",
            icon: FileDown,
            pending: letter.running,
            act: () => void letter.start({ path: { id } }),
          },
        ]}
        dangers={[isOpen && action("loss", "Verlust melden", Search)]}
      />
      {asks && (
        <p className="mb-3 rounded-md bg-tone-soft px-3 py-2 text-tone tone-green tabular-nums">
          Inzwischen gescannt, {showDateTime(asks.at)}, {asks.who}: {asks.text}. Ist damit alles geklärt, schließen Sie
          den Klärfall.
        </p>
      )}
      <DownloadStatus of={letter} label="Brief wird erstellt ..." />
      <Asked of={of} asking={asking} onClose={() => setAsking(undefined)} />
    </>
  );
}

/** Says whether there is something to report to the customer. */
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
