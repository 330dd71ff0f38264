import { parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import type { StoreState } from "#rules/aisle/store.ts";

/** What has become of a batch: stored, moved, refused, unknown. */
export function StoreReceipt({ state: { counts, unknown } }: { state: StoreState }) {
  const lines = [
    ["Eingelagert", counts.stored],
    ["Umgelagert", counts.moved],
    ["Getauscht", counts.swapped],
    ["Bereitgestellt", counts.picked],
    ["Abgelehnt", counts.refused],
    ["Offen geblieben", counts.open],
    ["Unbekannt", unknown.length],
  ] as const;
  return (
    <section aria-label="Beleg" className="grid gap-2">
      <h2 className="text-title">Beleg</h2>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 tabular-nums">
        {lines.map(([word, count = 0]) => (
          <div key={word} className="contents">
            <dt>{word}</dt>
            <dd className="text-right text-title font-semibold">{count}</dd>
          </div>
        ))}
      </dl>
      {unknown.length > 0 && (
        <ul aria-label="Unbekannte Codes" className="tabular-nums">
          {unknown.map((code) => (
            <li key={code}>{parseBoxCode(code) ? showBoxCode(code) : code}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
