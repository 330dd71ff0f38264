// The shell of every flow between the shelves. A flow's screen is one component:
//
//   const storing: FlowOf<StoreState, StoreTap> = { name: "ein", begin: beginStoring, reduce: storing };   // outside of components
//   export function StoreScreen() {
//     return (
//       <FlowScreen flow={storing} title="Einlagern" counter={(state) => `${state.stored} · ${state.left} offen`}>
//         {({ state, data, tap }) => <What the worker looks at, above />}
//       </FlowScreen>
//     );
//   }
//
// and a line in screens/flow-screens.ts. The shell feeds the reducer with what is read, tapped, answered and with the network, one after
// the other; keeps operations, notes and the flow's state on the disk in one transaction before anything is shown or sounded; plays the
// tone; draws the answer card, the question with its choices, the last five scans with ↶, and the field that always listens; and resumes the
// state where it was left. `counter` stands right in the head line, which `danger` makes red, `actions` are buttons in reach of the thumb while nothing is asked.
import type { ReactNode } from "react";
import { Check, Clock, type IconNode, OctagonX, Undo2 } from "lucide";
import type { FlowState, LogEntry, LoggedStatus } from "#rules/aisle/flow.ts";
import { type FlowHandle, type FlowOf, useFlow } from "#web/aisle/device/flow-run.ts";
import { useReads } from "#web/aisle/reading/reading.ts";
import { ScanBar } from "#web/aisle/reading/scan-bar.tsx";
import { Head } from "#web/aisle/screens/head.tsx";
import { parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import { scanKindText } from "#rules/aisle/log.ts";
import { Icon } from "#web/ui/icon.tsx";
import { AnswerCard } from "./answer-card.tsx";
import { QuestionChoices } from "./question-choices.tsx";
import { Stale } from "./stale.tsx";

const shownScans = 5;
const looks: Record<LoggedStatus, { icon: IconNode; word: string }> = {
  waiting: { icon: Clock, word: "noch nicht gesendet" },
  done: { icon: Check, word: "gebucht" },
  refused: { icon: OctagonX, word: "abgelehnt" },
  undone: { icon: Undo2, word: "zurückgenommen" },
  open: { icon: OctagonX, word: "nicht entschieden" },
};

/** The last scans, the newest first, and what can be taken back of them. */
function LastScans({ log, onUndo }: { log: readonly LogEntry[]; onUndo: (id: string) => void }) {
  if (log.length === 0) return null;
  return (
    <ul aria-label="Letzte Scans" className="mt-auto grid shrink-0">
      {log
        .slice(-shownScans)
        .toReversed()
        .map((entry) => (
          <Scan key={entry.id} entry={entry} onUndo={onUndo} />
        ))}
    </ul>
  );
}

function Scan({ entry: { id, code, deed, place, status, message, isRevocable }, onUndo }: ScanProps) {
  const { icon, word: statusWord } = looks[status];
  const box = parseBoxCode(code);
  const codeText = box ? showBoxCode(box) : code;
  return (
    <li className="flex min-h-12 items-center gap-2 border-t border-line">
      <Icon of={icon} size={20} role="img" aria-label={statusWord} className="shrink-0" />
      <span className="min-w-0 grow leading-tight">
        <span className="tabular-nums">{codeText}</span>
        <span className="block truncate text-muted">
          {message ?? scanKindText[deed]}
          {place && !message && ` · T ${place.part} · H ${place.height}`}
        </span>
      </span>
      {isRevocable && (
        <button
          type="button"
          className="flex size-12 shrink-0 items-center justify-center"
          aria-label={`${codeText} zurücknehmen`}
          onClick={() => onUndo(id)}
        >
          <Icon of={Undo2} />
        </button>
      )}
    </li>
  );
}

interface ScanProps {
  readonly entry: LogEntry;
  readonly onUndo: (id: string) => void;
}

interface FlowScreenProps<S extends FlowState<W>, W> {
  readonly flow: FlowOf<S, W>;
  readonly title: string;
  /** Shows in few words what has been done. */
  readonly counter?: (state: S) => ReactNode;
  /** Where the next scan cannot be undone: the title in red that says so. */
  readonly danger?: (state: S) => string | null;
  /** False where the screen itself shows what was scanned. */
  readonly hasScans?: boolean;
  readonly actions?: (flow: FlowHandle<S, W>) => ReactNode;
  readonly children: (flow: FlowHandle<S, W>) => ReactNode;
}

export function FlowScreen<S extends FlowState<W>, W>(props: FlowScreenProps<S, W>) {
  const run = useFlow(props.flow);
  const danger = (run && props.danger?.(run.state)) ?? null;
  return (
    <>
      <Head title={danger ?? props.title} isDanger={danger !== null}>
        {run && props.counter && <span className="whitespace-nowrap tabular-nums">{props.counter(run.state)}</span>}
      </Head>
      {run ? <Running run={run} {...props} /> : <main className="grow" aria-busy />}
    </>
  );
}

function Running<S extends FlowState<W>, W>({
  run,
  hasScans = true,
  actions,
  children,
}: FlowScreenProps<S, W> & { readonly run: FlowHandle<S, W> }) {
  const { state, tap, undo } = run;
  useReads(({ text, via }) => run.scan(text, via));
  const { question, said } = state;
  const isMore = question !== null && said !== null && said.text !== question.text; // the question stands, whatever was said since
  return (
    <>
      <main className="flex min-h-0 grow flex-col">
        {/* What scrolls is reached by keys, too. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div tabIndex={0} className="flex min-h-0 grow flex-col gap-2 overflow-y-auto p-2">
          <Stale />
          {children(run)}
          {isMore && <p role="status">{`${said.title}. ${said.text}`}</p>}
          {!question && said && <AnswerCard say={said} />}
          {hasScans && <LastScans log={state.log} onUndo={undo} />}
        </div>
        {question ? (
          <section aria-label="Frage" className="grid max-h-3/4 shrink-0 gap-2 overflow-y-auto p-2">
            <AnswerCard say={question} />
            <QuestionChoices choices={question.choices} isOnline={state.isOnline} onTap={tap} />
          </section>
        ) : (
          actions?.(run)
        )}
      </main>
      <ScanBar />
    </>
  );
}
