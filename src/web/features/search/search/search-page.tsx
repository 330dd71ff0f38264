import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { SearchGroup } from "#contract/schemas/search/search.ts";
import { useSession } from "#web/api/session.ts";
import { kindTitle } from "#web/search-results/found-result.ts";
import { type SearchReply, useRested, useSearch } from "#web/search-results/use-search.ts";
import { paths } from "#web/paths.ts";
import type { FoundSearch } from "#web/search.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { useWindowEvent } from "#web/ui/use-window-event.ts";
import { FoundGroup } from "./found-group.tsx";
import { FoundSheet } from "./found-sheet.tsx";
import { foundSearch, pageSearches } from "./found-search.ts";
import { NothingFound, SearchHelp } from "./nothing-found.tsx";
import { SearchFilter } from "./search-filter.tsx";

const route = getRouteApi("/search");

export default function SearchPage() {
  const isStaff = useSession().user?.is_staff ?? false;
  const search = foundSearch(route.useSearch());
  const navigate = useNavigate();
  const change = (changed: FoundSearch) =>
    void navigate({ ...paths.search({ ...search, ...changed }), replace: true, resetScroll: false });
  const [text, setText] = useTyped(search.q ?? "", (q) => change({ q }));
  const searches = pageSearches(search);
  const [all, one] = [useSearch(searches.all), useSearch(searches.one)];
  const query = search.kind ? one : all;
  useWindowEvent("keydown", walk);
  return (
    <div className="max-w-5xl">
      <PageHead
        title="Suche"
        actions={
          query.data && query.data.groups.length > 0 && <FoundSheet search={search} groups={query.data.groups} />
        }
      />
      <SearchFilter
        text={text}
        onText={setText}
        search={search}
        onChange={change}
        groups={all.data?.groups ?? []}
        isStaff={isStaff}
      />
      {query.error && <ErrorState error={query.error} onRetry={query.refetch} />}
      {!query.isWanted && <SearchHelp isStaff={isStaff} hint={text.trim().length === 1} />}
      {query.isComing && !query.data && <Loading text="Wird gesucht …" />}
      {query.data && (
        <div className={query.isComing ? "stale" : undefined}>
          <Answer reply={query.data} search={search} isStaff={isStaff} onRetry={query.refetch} />
        </div>
      )}
    </div>
  );
}

/** Holds the text in the field; the address follows when typing pauses. Going back in the history changes the field. */
function useTyped(q: string, onRest: (q: string | undefined) => void) {
  const [text, setText] = useState(q);
  const sentQuery = useRef(q);
  const settledText = useRested(text).trim();
  useEffect(() => {
    if (settledText === sentQuery.current.trim()) return;
    sentQuery.current = settledText;
    onRest(settledText || undefined);
    // Only what was typed changes the address.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [settledText]);
  useEffect(() => {
    if (q === sentQuery.current) return;
    sentQuery.current = q;
    setText(q);
  }, [q]);
  return [text, setText] as const;
}

/** The arrow keys walk from the field through the results. */
function walk(event: KeyboardEvent) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const from = event.target as HTMLElement;
  const stop = "[type=search], [data-result]";
  if (step === undefined || !from.matches(stop)) return;
  const stops = Array.from(document.querySelectorAll<HTMLElement>(stop));
  const next = stops[stops.indexOf(from) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

type AnswerProps = { reply: SearchReply; search: FoundSearch; isStaff: boolean; onRetry: () => unknown };

function Answer({ reply: { groups, corrected, late, hint }, search, isStaff, onRetry }: AnswerProps) {
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const isMore = groups.some(({ more }) => more);
  return (
    <>
      <p role="status" className="sr-only">
        {late.length > 0
          ? "Noch nicht vollständig"
          : `${total.toLocaleString("de-DE")}${isMore ? " und mehr" : ""} Treffer`}
      </p>
      {hint && <p className="mb-3">{hint}</p>}
      {late.map((kind) => (
        <ErrorState key={kind} error={`${kindTitle[kind]}: Die Suche hat zu lange gedauert.`} onRetry={onRetry} />
      ))}
      {groups.length === 0 && late.length === 0 && !hint && <NothingFound search={search} corrected={corrected} />}
      {groups.map((group: SearchGroup) => (
        <FoundGroup key={group.kind} group={group} search={search} isStaff={isStaff} />
      ))}
    </>
  );
}
