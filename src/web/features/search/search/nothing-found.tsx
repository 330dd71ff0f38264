import { searchHints } from "#rules/search/search-query.ts";
import { paths } from "#web/paths.ts";
import type { FoundSearch } from "#web/search.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { Drawing } from "#web/ui/drawing.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";

type NothingFoundProps = { search: FoundSearch; corrected: string | null };

/** Why nothing is there, and the way out: what was probably meant, or less of what narrows it. */
export function NothingFound({ search, corrected }: NothingFoundProps) {
  const { q, kind, customer, state, year } = search;
  const isNarrowed = [kind, customer, state, year].some((filter) => filter !== undefined);
  return (
    <div className="rounded-md border border-line bg-surface">
      <EmptyState
        drawing={<Drawing of="lens" />}
        text={q ? `Keine Treffer für „${q}“.` : "Keine Treffer."}
        reason={
          corrected ? (
            <>
              Meinten Sie <TextLink {...paths.search({ ...search, q: corrected })}>{corrected}</TextLink>?
            </>
          ) : (
            "Versuchen Sie weniger Wörter, oder nur einen Teil davon."
          )
        }
        action={isNarrowed && <TextLink {...paths.search({ q })}>Ohne Filter suchen</TextLink>}
      />
    </div>
  );
}

const examples: readonly (readonly [typed: string, finds: string, staff?: true])[] = [
  ["0042.000.123", "die Box mit diesem Code, auch ohne Punkte"],
  ["42-123", "Box 123 des Kunden 42"],
  ["müller personalakte", "Inhalte mit beiden Wörtern, auch Mueller"],
  ['"Müller, Petra"', "genau diese Wortfolge"],
  ["hartmann rechnungen", "Inhalte mit beiden Wörtern, und Rechnungen des Kunden Hartmann"],
  ["0042.000.123, 0042.000.124", "diese Boxen: eine ganze Liste von Codes lässt sich einfügen"],
  ["rechnungen kunde:42 jahr:2019", "nur bei diesem Kunden und aus diesem Jahr"],
  ["akte status:eingelagert", "nur in eingelagerten Boxen"],
  ["reihe 6", "Reihen mit dieser Nummer", true],
];

/** Explains what may be typed, while nothing is. */
export function SearchHelp({ isStaff, hint }: { isStaff: boolean; hint: boolean }) {
  return (
    <>
      {hint && (
        <p role="status" className="mb-3">
          {searchHints.short}
        </p>
      )}
      <h2 className="mt-4 mb-2">So finden Sie schneller</h2>
      <dl className="grid max-w-3xl rounded-md border border-line bg-surface">
        {examples
          .filter(([, , staff]) => isStaff || !staff)
          .map(([typed, finds]) => (
            <div
              key={typed}
              className="grid min-h-8 items-center gap-x-4 border-b border-line px-3 py-1.5 last:border-b-0 sm:grid-cols-[16rem_1fr]"
            >
              <dt className="font-normal tabular-nums">
                <TextLink {...paths.search({ q: typed })}>{typed}</TextLink>
              </dt>
              <dd className="text-muted">{finds}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}
