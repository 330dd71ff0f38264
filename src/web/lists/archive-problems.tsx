import { TextLink } from "#web/ui/button/links.tsx";

/** Lists the facts of the archive itself without which no invoice can be issued, with the link to them. */
export function ArchiveProblems({ of = [] }: { of: readonly string[] | undefined }) {
  if (of.length === 0) return null;
  return (
    <div role="note" className="mb-4 max-w-prose rounded-md bg-tone-soft px-3 py-2 break-words text-tone tone-amber">
      <strong>Noch lässt sich keine Rechnung ausstellen.</strong>
      <ul>
        {of.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <TextLink to="/billing/provider">Unser Archiv</TextLink>
    </div>
  );
}
