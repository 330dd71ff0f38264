import { ChevronLeft, ChevronRight } from "lucide";
import { clsx } from "clsx";
import { type ReactNode, useId, useState } from "react";
import { showCount } from "#rules/amounts.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { parseStart } from "#rules/paper/label-amounts.ts";
import { labelSizes, labelsOfPage } from "#rules/paper/label-sizes.ts";
import { isRoll, type LabelPaper } from "#web/label-printing/label-paper.ts";
import { PrinterFields, SizeField } from "#web/label-printing/paper-fields.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { NumberInput } from "#web/ui/form/number-input.tsx";
import { countSheets, type LabelItem, type SheetPlace, sheetPlaces } from "./sheet.ts";

type LabelSheetProps = {
  labels: readonly LabelItem[];
  /** The first free label as it is typed. */
  start: string;
  onStart: (text: string) => void;
  paper: LabelPaper;
  onPaper: (paper: LabelPaper) => void;
  /** Below it: a label printer of the archive. */
  children?: ReactNode;
};

/** Shows the material that is printed on, and how it will come out of the printer. */
export function LabelSheet({ paper, onPaper, children, ...sheet }: LabelSheetProps) {
  const title = useId();
  const change = (next: LabelPaper) => {
    if (next.size !== paper.size) sheet.onStart("1");
    onPaper(next);
  };
  return (
    <section aria-labelledby={title} className="grid w-full max-w-80 gap-3">
      <h2 id={title}>{isRoll(paper) ? "Rolle" : "Bogen"}</h2>
      <SizeField paper={paper} onPaper={change} />
      {!isRoll(paper) && <Sheets key={paper.size} paper={paper} {...sheet} />}
      <p className="text-muted">In Originalgröße drucken (100 %), nicht anpassen.</p>
      <PrinterFields paper={paper} onPaper={change} />
      {children}
    </section>
  );
}

/** The sheets as they will come out of the printer. On the first one, a press on a label makes it the first free one. */
function Sheets({ labels, start, onStart, paper }: Omit<LabelSheetProps, "onPaper" | "children">) {
  const [wanted, setWanted] = useState(1);
  const ofSheet = labelsOfPage(paper.size);
  const first = parseStart(start, ofSheet);
  const sheets = Math.max(1, countSheets(labels, first ?? 1, ofSheet));
  const sheet = Math.min(wanted, sheets);
  const places = sheetPlaces(labels, first ?? 1, sheet, ofSheet);
  return (
    <>
      <Field
        label="Erstes freies Etikett"
        error={first === null ? invalid.range : undefined}
        hint={`Bei einem angebrochenen Bogen: Zahl von 1 bis ${ofSheet}, oder unten auf das Etikett drücken.`}
      >
        <NumberInput value={start} maxLength={2} className="w-16" onChange={(event) => onStart(event.target.value)} />
      </Field>
      <div className="flex items-center justify-between gap-2">
        <IconButton
          look="plain"
          label="Vorheriger Bogen"
          icon={ChevronLeft}
          disabledReason={sheet === 1 && "Das ist der erste Bogen."}
          onClick={() => setWanted(sheet - 1)}
        />
        <span role="status" className="tabular-nums">
          Bogen {showCount(sheet)} von {showCount(sheets)}
        </span>
        <IconButton
          look="plain"
          label="Nächster Bogen"
          icon={ChevronRight}
          disabledReason={sheet === sheets && "Das ist der letzte Bogen."}
          onClick={() => setWanted(sheet + 1)}
        />
      </div>
      <Places
        places={places}
        size={paper.size}
        start={first}
        onStart={sheet === 1 ? (at) => onStart(String(at)) : undefined}
      />
    </>
  );
}

type PlacesProps = {
  places: readonly SheetPlace[];
  size: LabelPaper["size"];
  start: number | null;
  onStart: ((at: number) => void) | undefined;
};

/** The labels without a gap, as they lie on the paper. */
function Places({ places, size, start, onStart }: PlacesProps) {
  const group = useId();
  const { columns, lines } = labelSizes[size];
  return (
    <ol
      aria-label="Etiketten des Bogens"
      style={{
        gridTemplate: `repeat(${lines}, minmax(0, 1fr)) / repeat(${columns}, minmax(0, 1fr))`,
        lineHeight: lines > 8 ? 1.1 : undefined, // two lines of text in a small label
      }}
      className="grid aspect-210/297 w-full border-t border-l border-line bg-surface tabular-nums"
    >
      {places.map((place, index) => {
        const at = index + 1;
        return (
          <li key={at} className="relative min-w-0 border-r border-b border-line">
            {onStart ? (
              <label
                className={clsx(
                  "block size-full hover:bg-hover has-focus-visible:outline-2 has-focus-visible:-outline-offset-2",
                  lookOf(place),
                )}
              >
                <input
                  type="radio"
                  name={group}
                  className="sr-only"
                  checked={at === start}
                  onChange={() => onStart(at)}
                />
                <Place place={place} at={at} isStart={at === start} />
              </label>
            ) : (
              <div className={clsx("size-full", lookOf(place))}>
                <Place place={place} at={at} isStart={false} />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Place({ place, at, isStart }: { place: SheetPlace; at: number; isStart: boolean }) {
  return (
    <span
      className={clsx("grid size-full content-center px-1 text-center", isStart && "ring-2 ring-accent ring-inset")}
    >
      <span className="sr-only">Etikett {at}: </span>
      {place === "used" && <span className="sr-only">schon verbraucht</span>}
      {place === null && <span className="sr-only">frei</span>}
      {place !== null && place !== "used" && (
        <>
          <span className="truncate">{place.first} </span>
          <span className="truncate font-semibold">{place.second}</span>
        </>
      )}
    </span>
  );
}

function lookOf(place: SheetPlace): string | false {
  if (place === "used") return "bg-[repeating-linear-gradient(135deg,var(--color-line)_0_1px,transparent_1px_6px)]";
  return place !== null && "bg-accent-soft";
}

/** Said where printing is not possible because of the start. */
export const noStart = (labels: number) => `Das erste freie Etikett ist keine Zahl von 1 bis ${labels}.`;
