import type { FindPurpose, FoundMention } from "#contract/schemas/stock/box-mentions.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";

type Kind = FoundMention["kind"];

const refusedTitle: Readonly<Record<FindPurpose, string>> = {
  order: "Nicht bestellbar",
  return: "Nicht unterwegs",
  pickup: "Nicht abzuholen",
  label: "Ohne Etikett",
  any: "Nicht möglich",
};
/** Returns the titles of the groups. Lines to be looked at come first. */
const titles = (purpose: FindPurpose): readonly (readonly [Kind, string])[] => [
  ["refused", refusedTitle[purpose]],
  ["ambiguous", "Mehrdeutig"],
  ["unknown", "Unbekannt"],
  ["twice", "Doppelt"],
  ["found", "Gefunden"],
  ["head", "Überschrift, keine Box"],
];

/** Lines that are shown of each group. */
const mostShown = 200;

/** Shows the result of each line of a list. */
export function ListGroups({ results, purpose }: { results: readonly FoundMention[]; purpose: FindPurpose }) {
  const groups = Map.groupBy(results, ({ kind }) => kind);
  return (
    // A region that scrolls is reached by the keyboard, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="grid max-h-dialog-list gap-3 overflow-y-auto" tabIndex={0} role="region" aria-label="Ergebnis">
      {titles(purpose).map(([kind, title]) => {
        const mentions = groups.get(kind) ?? [];
        if (mentions.length === 0) return null;
        return (
          <section key={kind} aria-label={title}>
            <h3>
              {title} ({mentions.length.toLocaleString("de-DE")})
            </h3>
            <ul className="tabular-nums">
              {mentions.slice(0, mostShown).map((mention, at) => (
                <li key={at} className="break-words">
                  <Line mention={mention} />
                </li>
              ))}
            </ul>
            {mentions.length > mostShown && (
              <p className="text-muted">und {(mentions.length - mostShown).toLocaleString("de-DE")} weitere</p>
            )}
          </section>
        );
      })}
    </div>
  );
}

function Line({ mention: { text, line, kind, box, codes, reason } }: { mention: FoundMention }) {
  const code = box && showBoxCode(box.code);
  const typed = line === text || kind !== "unknown" ? text : `${text}, aus „${line}“`;
  if (kind === "refused") return <>{reason}</>;
  if (kind === "ambiguous") return <>{`${typed}: ${codes.map(showBoxCode).join(", ")}`}</>;
  if (code === null) return <>{reason === null ? typed : `${typed}: ${reason}`}</>;
  return (
    <>
      {code}
      {text.replace(/\D/g, "") !== box?.code && <span className="text-muted">, als „{typed}“</span>}
    </>
  );
}
