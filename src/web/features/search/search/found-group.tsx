import { Link } from "@tanstack/react-router";
import type { SearchGroup, SearchResult } from "#contract/schemas/search/search.ts";
import type { SearchKind } from "#rules/search/search-kinds.ts";
import { aboutResult, kindTitle, linkTo, showFound } from "#web/search-results/found-result.ts";
import { MarkedText } from "#web/search-results/marked.tsx";
import { ResultState } from "#web/search-results/result-state.tsx";
import { paths } from "#web/paths.ts";
import type { FoundSearch } from "#web/search.ts";
import { useResultActions } from "#web/search-results/result-actions.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";

type FoundGroupProps = { group: SearchGroup; search: FoundSearch; isStaff: boolean };
type ActionsOf = ReturnType<typeof useResultActions>;

/** Lists the results of one kind: the first of them with the link to all, or all. */
export function FoundGroup({ group, search, isStaff }: FoundGroupProps) {
  const { kind, results, count, more } = group;
  const actionsOf = useResultActions(isStaff);
  const isPart = results.length < count || more;
  return (
    <section aria-labelledby={`found-${kind}`} className="mt-4">
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <h2 id={`found-${kind}`}>
          {kindTitle[kind]}
          <span className="font-normal text-muted tabular-nums"> ({showFound(group)})</span>
        </h2>
        {isPart && search.kind === undefined && (
          <TextLink {...paths.search({ ...search, kind })}>Alle {kindTitle[kind]}</TextLink>
        )}
      </div>
      <ul className="overflow-hidden rounded-md border border-line bg-surface">
        {results.map((result) => (
          <Result key={result.id} kind={kind} result={result} isStaff={isStaff} actionsOf={actionsOf} />
        ))}
      </ul>
      {isPart && search.kind !== undefined && (
        <p className="mt-2 text-muted">
          Gezeigt werden die ersten {results.length}. Mit einem weiteren Wort oder Filter werden es weniger.
        </p>
      )}
    </section>
  );
}

type ResultProps = { kind: SearchKind; result: SearchResult; isStaff: boolean; actionsOf: ActionsOf };

function Result({ kind, result, isStaff, actionsOf }: ResultProps) {
  const about = aboutResult(kind, result);
  return (
    <li className="relative flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-3 py-2 last:border-b-0 hover:bg-hover">
      <span className="min-w-0 flex-1 basis-60">
        <Link
          {...linkTo(kind, result, isStaff)}
          data-result
          className="text-link block break-words tabular-nums after:absolute after:inset-0"
        >
          <MarkedText text={result.title} ranges={result.highlight} />
        </Link>
        {about.length > 0 && <span className="block text-muted tabular-nums">{about.join(" · ")}</span>}
      </span>
      <ResultState kind={kind} result={result} />
      <span className="relative flex gap-1 empty:hidden">
        {actionsOf(kind, result).map(({ text, act }) => (
          <Button key={text} look="quiet" aria-label={`${text}: ${result.title}`} onClick={act}>
            {text}
          </Button>
        ))}
      </span>
    </li>
  );
}
