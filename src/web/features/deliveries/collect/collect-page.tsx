import { FileDown, RotateCw, Undo2 } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { CollectLine } from "#contract/schemas/deliveries/deliveries.ts";
import { collectList } from "#contract/calls/deliveries/deliveries.ts";
import { textLength } from "#contract/limits.ts";
import { showCount } from "#rules/amounts.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { isInTour } from "#rules/deliveries/delivery-plan.ts";
import { useDownload } from "#web/api/download.ts";
import { letGo, outcomeOf, sendAgain } from "#web/outbox/outbox.ts";
import { paths } from "#web/paths.ts";
import { collectSearch } from "#web/range-search.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { NoScans } from "#web/ui/feedback/no-scans.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Progress } from "#web/ui/feedback/progress.tsx";
import { ReasonDialog } from "#web/ui/dialog/reason-dialog.tsx";
import { CollectedRows, CollectRows } from "./collect-rows.tsx";
import { lastAnswer, forgetDone, isDone, question, tick, ticks, undoTicks } from "./collect-ticks.ts";
import { CollectTour } from "./collect-tour.tsx";
import { collectKey } from "./collect-walk.ts";
import { LineAnswer } from "#web/delivery-lines/line-answer.tsx";
import { LineChoice } from "#web/delivery-lines/line-choice.tsx";
import { showLineCount } from "#web/delivery-lines/line-facts.ts";
import { useCollectScans } from "./use-collect-scans.ts";
import { collectQuery } from "./collect-loader.ts";

const route = getRouteApi("/deliveries/collect");

export default function CollectPage() {
  const { tour } = collectSearch(route.useSearch());
  const [isWhole, setIsWhole] = useState(false);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(collectQuery(tour, isWhole));
  const [now] = useState(() => new Date());
  const [looked, setLooked] = useState<readonly CollectLine[]>([]);
  const all = useShown(data?.results, looked);
  const ofTour = ({ delivery }: CollectLine) => isInTour(delivery.time, tour, now);
  const lines = all?.filter(ofTour);
  const onLooked = (found: readonly CollectLine[]) => {
    setLooked(found);
    return found.filter(ofTour);
  };
  const isPart = data !== undefined && data.results.length < data.all_count;
  const scans = useCollectScans(lines, all, isPart ? onLooked : undefined);
  const last = lastAnswer.use();
  const tickStates = ticks.use();
  const isOver = (line: CollectLine) => tickStates.get(collectKey(line))?.status === "done";
  const openLines = lines?.filter((line) => !isOver(line));
  const { asked } = scans;
  // The question stands alone: an answer to another box that comes meanwhile is heard, and shown afterwards.
  const message = asked
    ? { signal: "look" as const, word: "Nur Inhalte dieser Box", code: asked.code, lines: [] }
    : last;
  const [missing, setMissing] = useState<CollectLine | null>(null);
  useEffect(() => leave, []);
  const reload = async () => {
    await outcomeOf(await letGo());
    forgetDone();
    setLooked([]);
    await refetch();
  };
  const close = () => {
    question.set(null);
    lastAnswer.set(null);
  };
  return (
    <div>
      <Head onReload={() => void reload()} />
      {data && <CollectTour counts={data} tour={tour} />}
      {data && lines && lines.length > 0 && <Far lines={lines} more={data.count - data.results.length} />}
      <LineAnswer answer={message} onClose={close}>
        {asked && <LineChoice asked={asked} action="Kommissionieren" onChoose={scans.choose} />}
        {!asked && <Undo />}
      </LineAnswer>
      <Unsent />
      {error && <ErrorState error={error} onRetry={refetch} pending={isFetching} />}
      {error && !lines && <NoScans />}
      {lines?.length === 0 && !isPlaceholderData && <Nothing isTour={tour !== undefined && data?.all_count !== 0} />}
      {openLines && <CollectRows lines={openLines} tour={tour} next={scans.next} onMissing={setMissing} />}
      {data && data.results.length < data.count && (
        <Rest loaded={data.results.length} count={data.count} pending={isFetching} onLoad={() => setIsWhole(true)} />
      )}
      {lines?.some(isOver) && <CollectedRows lines={lines.filter(isOver)} />}
      {!lines && !error && <Loading />}
      {missing && <Missing line={missing} onClose={() => setMissing(null)} />}
    </div>
  );
}

type RestProps = { loaded: number; count: number; pending: boolean; onLoad: () => void };

/** Offers the lines behind the first ones of the walk, which are loaded when somebody wants to see them. */
const Rest = ({ loaded, count, pending, onLoad }: RestProps) => (
  <div className="mt-3 flex flex-wrap items-center gap-3">
    <p>
      Die ersten {showCount(loaded)} von {showCount(count)} Zeilen des Weges.
    </p>
    <Button pending={pending} onClick={onLoad}>
      Alle laden
    </Button>
  </div>
);

/**
 * Returns the lines to be fetched and those that a scan has `looked` for. Adds those that were fetched during this visit and have left the server's
 * list.
 */
function useShown(
  page: readonly CollectLine[] | undefined,
  looked: readonly CollectLine[],
): readonly CollectLine[] | undefined {
  const tickStates = ticks.use();
  if (!page) return undefined;
  const onPage = new Set(page.map(collectKey));
  const loaded = [...page, ...looked.filter((line) => !onPage.has(collectKey(line)))];
  const there = new Set(loaded.map(collectKey));
  const removedTicks = [...tickStates]
    .filter(([key, one]) => isDone(one) && !there.has(key))
    .map(([, { line }]) => line);
  return [...loaded, ...removedTicks];
}

function Head({ onReload }: { onReload: () => void }) {
  const list = useDownload(collectList);
  return (
    <>
      <PageHead
        isList
        title="Sammelliste"
        about="Was für Lieferungen zu holen ist, in der Reihenfolge des Weges."
        actions={
          <>
            <Button icon={RotateCw} onClick={onReload}>
              <span className="max-sm:sr-only">Neu laden</span>
            </Button>
            <Button icon={FileDown} pending={list.running} onClick={() => void list.start({})}>
              <span className="max-sm:sr-only">Sammelliste als PDF</span>
            </Button>
          </>
        }
      />
      {(list.running || list.error || list.saved) && <DownloadStatus of={list} label="PDF wird erstellt ..." />}
    </>
  );
}

/** `more`: lines that are not loaded. */
function Far({ lines, more }: { lines: readonly CollectLine[]; more: number }) {
  const tickStates = ticks.use();
  const doneCount = lines.filter((line) => isDone(tickStates.get(collectKey(line)))).length;
  return (
    <div className="mb-3 max-w-md">
      <Progress label={`${doneCount} von ${lines.length + more}`} share={doneCount / (lines.length + more)} />
    </div>
  );
}

function Unsent() {
  const unsentCount = [...ticks.use().values()].filter(({ status }) => status === "unsent").length;
  if (unsentCount === 0) return null;
  return <ErrorState error={`Noch nicht gesendet: ${showLineCount(unsentCount)}`} onRetry={sendAgain} />;
}

const Nothing = ({ isTour }: { isTour: boolean }) =>
  isTour ? (
    <EmptyState
      reason="Auf dieser Tour ist nichts zu holen."
      action={<ButtonLink {...paths.collect()}>Alles zeigen</ButtonLink>}
    />
  ) : (
    <EmptyState
      reason="Keine Lieferung wartet auf eine Box oder einen Inhalt."
      action={<ButtonLink {...paths.deliveries()}>Zu den Lieferungen</ButtonLink>}
    />
  );

/** Offers to take back the last answer, as long as it is not sent. */
function Undo() {
  const tickStates = ticks.use();
  const { about = [] } = lastAnswer.use() ?? {};
  const revocableTicks = [...tickStates.values()].filter(({ id, status }) => status === "held" && about.includes(id));
  if (revocableTicks.length === 0) return null;
  return (
    <Button
      icon={Undo2}
      className="justify-self-start"
      onClick={() => void undoTicks(revocableTicks.map(({ id }) => id))}
    >
      Rückgängig
    </Button>
  );
}

function Missing({ line, onClose }: { line: CollectLine; onClose: () => void }) {
  const code = showBoxCode(line.box.code);
  return (
    <ReasonDialog
      title="Nicht gefunden"
      text={`${line.content ? `„${line.content.text}“ aus Box ${code}` : `Box ${code}`} ist nicht zu finden.`}
      label="Grund"
      required
      maxLength={textLength}
      action="Nicht gefunden"
      send={async (text) => tick([line], { kind: "missing", text })}
      onClose={onClose}
    />
  );
}

/** Elsewhere nothing can be taken back, and nobody sees that a line still waits. */
function leave() {
  void letGo().catch(() => undefined);

  const unsentCount = [...ticks.get().values()].filter(({ status }) => status === "unsent").length;
  if (unsentCount > 0)
    notify(
      `Noch nicht gesendet: ${showLineCount(unsentCount)}. Gesendet wird von selbst, sobald das Netz wieder da ist.`,
      "warning",
    );
}
