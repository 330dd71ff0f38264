import { CheckCheck } from "lucide";
import { Link } from "@tanstack/react-router";
import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { DeliveryBox, DeliveryContent, DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import { maxOperations, textLength } from "#contract/limits.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { contentStateText } from "#rules/stock/content-state.ts";
import { DeliveryKind, DeliveryState, isInbound, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { contentText } from "#rules/texts/blanked.ts";
import { paths } from "#web/paths.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { BoxStateBadge } from "#web/ui/page/box-state-badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { Progress } from "#web/ui/feedback/progress.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { useNoScans } from "#web/ui/scan-dispatcher.ts";
import { LineAnswer } from "#web/delivery-lines/line-answer.tsx";
import { LineChoice } from "#web/delivery-lines/line-choice.tsx";
import {
  showLineCount,
  isAtScanner,
  isOpenLine,
  type Line,
  lineKey,
  linesOfDelivery,
  linePosition,
  lineName,
} from "#web/delivery-lines/line-facts.ts";
import { CallError } from "#web/api/call-error.ts";
import { ReasonDialog } from "#web/ui/dialog/reason-dialog.tsx";
import { LineButtons } from "./line-buttons.tsx";
import { LineFate } from "./line-fate.tsx";
import { lineActions, useLineScans } from "./use-line-scans.ts";
import { type LineNote, type LineWork, useLineWork } from "./use-line-work.ts";

type LinesProps = { delivery: DeliveryDetail; isStaff: boolean };

/** The boxes and contents of a delivery; staff work through them while it runs. */
export function DeliveryLines({ delivery, isStaff }: LinesProps) {
  const isRunning = delivery.state === DeliveryState.open || delivery.state === DeliveryState.processing;
  return isStaff && isRunning ? (
    <WorkedLines delivery={delivery} />
  ) : (
    <FixedLines delivery={delivery} isStaff={isStaff} />
  );
}

const noNotes: ReadonlyMap<string, LineNote> = new Map();

/** Here nothing is scanned any more: a scan opens its box, as elsewhere. */
function FixedLines({ delivery, isStaff }: LinesProps) {
  useNoScans();
  return <Tables delivery={delivery} isStaff={isStaff} notes={noNotes} />;
}

function WorkedLines({ delivery }: { delivery: DeliveryDetail }) {
  const work = useLineWork(delivery);
  const scans = useLineScans(delivery, work);
  const [missing, setMissing] = useState<Line | null>(null);
  const action = lineActions[delivery.kind];
  const take = async (lines: readonly Line[], lineAction: "pick" | "receive" = action.kind) => {
    if (scans.asked) scans.close(); // another line is done: nobody is asked any more
    scans.sayRefused(await work.act(lines, { kind: lineAction }));
  };
  const report: LineWork["act"] = async (lines, what) => {
    const refusals = await work.act(lines, what);
    if (refusals.every(({ unsent }) => unsent !== null)) scans.sayRefused(refusals);
    return refusals;
  };
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  const takeOne = useCallback((line: Line) => latest.current([line]), []);
  const bringBack = useCallback((line: Line) => latest.current([line], "receive"), []);
  const { kind } = delivery;
  const { notes } = work;
  const buttons = useCallback(
    (line: Line) =>
      (isOpenLine(line) || isAtScanner(line)) && (
        <LineButtons
          line={line}
          kind={kind}
          isSending={notes.get(lineKey(line))?.isSending ?? false}
          onTake={isOpenLine(line) ? takeOne : bringBack}
          onMissing={setMissing}
        />
      ),
    [kind, notes, takeOne, bringBack],
  );
  return (
    <div>
      <Whole delivery={delivery} work={work} onAll={take} />
      <LineAnswer answer={scans.answer} onClose={scans.close}>
        {scans.asked && <LineChoice asked={scans.asked} action={action.action} onChoose={scans.choose} />}
      </LineAnswer>
      <Tables delivery={delivery} isStaff notes={work.notes} buttons={buttons} />
      {missing && <LineMissing line={missing} kind={delivery.kind} act={report} onClose={() => setMissing(null)} />}
    </div>
  );
}

type WholeProps = { delivery: DeliveryDetail; work: LineWork; onAll: (lines: readonly Line[]) => Promise<void> };

const allDone: Record<DeliveryKind, string> = {
  0: "kommissioniert",
  1: "zurückgekommen",
  2: "angekommen",
  3: "kommissioniert",
};

/** Copies that were scanned; they come after the page, and only where there are any. */
const LineCopies = onDemand(async () => (await import("./line-copies.tsx")).LineCopies);

/** Shows the progress of the delivery, and one button for all that is left. */
function Whole({ delivery, work, onAll }: WholeProps) {
  const lines = linesOfDelivery(delivery);
  const open = lines.filter(isOpenLine);
  const done = allDone[delivery.kind];
  const action = `Alle ${done}`;
  const ask = async () => {
    const text = `${showLineCount(open.length)} von Lieferung ${showDeliveryCode(delivery.code)} gelten danach als ${done}.`;
    if (await confirm({ title: action, text, action })) await onAll(open);
  };
  const { progress } = work;
  return (
    <div className="mt-6 mb-2 flex flex-wrap items-center justify-between gap-2">
      <p className="tabular-nums" data-open-lines={open.length}>
        {open.length === 0
          ? `Alle ${showLineCount(lines.length)} ${delivery.kind === DeliveryKind.copy ? done : "erledigt"}`
          : `Noch ${open.length} von ${showLineCount(lines.length)} offen`}
      </p>
      {progress && progress.total > maxOperations && (
        <div className="min-w-48">
          <Progress label="Wird gesendet …" share={progress.done / progress.total} />
        </div>
      )}
      {open.length > 0 && (
        <Button icon={CheckCheck} pending={progress !== null && progress.total > 1} onClick={() => void ask()}>
          {action}
        </Button>
      )}
    </div>
  );
}

type TablesProps = LinesProps & {
  notes: ReadonlyMap<string, LineNote>;
  buttons?: ((line: Line) => ReactNode) | undefined;
};

// The message and the progress change more often than hundreds of lines should be drawn.
const Tables = memo(function Tables({ delivery, isStaff, notes, buttons }: TablesProps) {
  const { boxes, boxcontents: contents, kind } = delivery;
  const isCopy = kind === DeliveryKind.copy;
  const hasPlaces = isStaff && !isInbound(kind);
  const fate = (line: Line) => <LineFate line={line} kind={kind} note={notes.get(lineKey(line))} />;
  const copies = (line: Line) => <LineCopies delivery={delivery.id} line={line} isStaff={isStaff} />;
  const ends = <L extends Line>(position: (line: L) => ReturnType<typeof linePosition>): TableColumn<L>[] => [
    ...(hasPlaces ? [{ key: "place", label: "Platz", cell: position }] : []),
    { key: "fate", label: "Stand", cell: fate },
    ...(isCopy ? [{ key: "copies", label: "Scan", cell: copies }] : []),
    ...(buttons ? [{ key: "buttons", label: "Aktionen", bare: true, cell: buttons }] : []),
  ];
  const ofBoxes: TableColumn<DeliveryBox>[] = [
    { key: "code", label: "Code", cell: ({ id, code }) => <BoxLink id={id} code={code} /> },
    { key: "state", label: "Status", phone: "beside", cell: ({ state }) => <State state={state} /> },
    { key: "contents", label: "Inhalte", align: "right", cell: (box) => box.content_count.toLocaleString("de-DE") },
    ...ends<DeliveryBox>(({ position }) => linePosition(position)),
  ];
  const ofContents: TableColumn<DeliveryContent>[] = [
    { key: "text", label: "Inhalt", cell: ({ text, state }) => <Text text={text} state={state} /> },
    { key: "code", label: "Box", cell: ({ box }) => <BoxLink id={box.id} code={box.code} /> },
    ...ends<DeliveryContent>(({ box }) => linePosition(box.position)),
  ];
  return (
    <>
      {boxes.length > 0 && (
        <Section title="Boxen" total={boxes.length}>
          <DataTable caption="Boxen der Lieferung" columns={ofBoxes} rows={boxes} rowKey={lineKey} />
        </Section>
      )}
      {contents.length > 0 && (
        <Section title="Inhalte" total={contents.length}>
          <DataTable caption="Inhalte der Lieferung" columns={ofContents} rows={contents} rowKey={lineKey} />
        </Section>
      )}
    </>
  );
});

// The one changed line of hundreds is redrawn, and no other.
const BoxLink = memo(function BoxLink({ id, code }: { id: number; code: string }) {
  return (
    <Link {...paths.box(id)} className="text-link inline-block pointer-coarse:py-2">
      {showBoxCode(code)}
    </Link>
  );
});
const State = memo(BoxStateBadge);

function Text({ text, state }: Pick<DeliveryContent, "text" | "state">) {
  return (
    <span className="block min-w-0 break-words whitespace-normal sm:min-w-48 sm:py-1">
      <span className="whitespace-pre-line">{contentText(text)}</span>{" "}
      <span className="font-normal text-muted">
        ({state === null ? "inzwischen gelöscht" : contentStateText[state]})
      </span>
    </span>
  );
}

type LineMissingProps = { line: Line; kind: DeliveryKind; act: LineWork["act"]; onClose: () => void };

/** Asks why a line is not there; the reason stays on record. */
function LineMissing({ line, kind, act, onClose }: LineMissingProps) {
  const isReturn = isInbound(kind);
  const title = isReturn ? "Nicht gekommen" : "Nicht gefunden";
  return (
    <ReasonDialog
      title={title}
      text={`${lineName(line)} ist ${isReturn ? "nicht zurückgekommen" : "nicht zu finden"}.`}
      label="Grund"
      required
      maxLength={textLength}
      action={title}
      send={async (text) => {
        const [refused] = await act([line], { kind: "missing", text });
        if (refused && refused.unsent === null) throw new CallError(400, refused.message);
      }}
      onClose={onClose}
    />
  );
}
