import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import { keyOf } from "#rules/stock/places/place-cursor.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";

/** Where a box without a place is, as far as its state tells; a destroyed one is nowhere. */
const elsewhere: Record<BoxState, string | null> = {
  0: "Noch nicht eingelagert",
  1: "Ohne Platz",
  2: "Nicht im Haus",
  3: "Platz unbekannt",
  4: "Entnommen für eine Lieferung",
  5: "Im Haus, noch nicht eingelagert",
  6: null,
  7: "Ohne Platz",
};

/** The first thing that somebody with the box's number in hand wants to know. */
export function BoxWhere({ box: { position, state, marked_from } }: { box: BoxDetail }) {
  const text = elsewhere[marked_from ?? state];
  if (!position && text === null) return null;
  return (
    <p className="mb-3 min-w-0 text-title break-words">
      {position ? (
        <TextLink {...paths.row(position.row.id)} hash={keyOf(position)}>
          {position.row.area.name} · Reihe {position.row.number} · Teil {position.part} · Höhe {position.height}
        </TextLink>
      ) : (
        text
      )}
    </p>
  );
}
