import { editBox } from "#contract/calls/stock/boxes.ts";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { showCount } from "#rules/amounts.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { numberKindText } from "#rules/stock/box-number.ts";
import { showBoxPeriod } from "#rules/stock/period.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { isDay, showDate } from "#rules/dates.ts";
import { destructionDayProblem } from "#rules/destruction/destruction-day.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { showInBox } from "#web/api/box-changes.ts";
import { invalidate } from "#web/api/queries.ts";
import { call } from "#web/api/call.ts";
import { loadPicture } from "#web/api/pictures.ts";
import { CustomerName } from "#web/detail-page/customer-name.tsx";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { DateInput } from "#web/ui/form/date-input.tsx";
import { keptText } from "#web/storage/stored-value.ts";
import { SaveStatus } from "#web/ui/form/save-status.tsx";
import { useAutosave } from "#web/ui/form/autosave.ts";
import { BlobImage } from "#web/ui/page/blob-image.tsx";
import { showDay } from "#web/ui/berlin-time.ts";
import { Fact, Facts, FactsLoading } from "#web/ui/page/facts.tsx";

/** A third less than the picture the server draws, so that each of its bars is 2 whole pixels: CSS pixels. */
const barcodeSize = { width: 220, height: 87 };

const beside = "grid gap-3 md:grid-cols-[minmax(0,1fr)_auto]";

/** Shows the facts of a box with its barcode beside them. */
export function BoxFacts({ box, isStaff }: { box: BoxDetail; isStaff: boolean }) {
  return (
    <div className={beside}>
      <Facts>
        <Fact label="Kunde" wide="phone">
          <CustomerName customer={box.owner} isStaff={isStaff} />
        </Fact>
        <Fact label="Status">
          {box.state} – {boxStateText[box.state]}
        </Fact>
        <Fact label="Erstellt">{showDay(box.created)}</Fact>
        {isStaff && box.state === BoxState.destroyed ? (
          <DestructionDate box={box} />
        ) : (
          <Fact label="Vernichtet">{box.destroyed && showDate(box.destroyed)}</Fact>
        )}
        <Fact label="Größe">{showCount(box.size)} mm</Fact>
        <Fact label="Jahrgang">{box.meta_year}</Fact>
        <Fact label="Laufzeit">{showBoxPeriod({ from: box.period_from, to: box.period_to })}</Fact>
        <Fact label="Vernichtungsjahr">{box.meta_destroy_year}</Fact>
        <Fact label="Erste Lieferung">
          {box.meta_first_delivery_customer && showDate(box.meta_first_delivery_customer)}
        </Fact>
        <Fact label="Fremdnummern" wide="phone">
          {box.numbers.length > 0 ? <Numbers numbers={box.numbers} /> : null}
        </Fact>
        {box.due_back && <Fact label="Rückgabe bis">{showDate(box.due_back)}</Fact>}
        {box.cost_centre !== "" && <Fact label="Kostenstelle">{box.cost_centre}</Fact>}
        {isStaff && <Place position={box.position} />}
        {box.continued_as && <OtherBox label="Kundenwechsel zu" box={box.continued_as} />}
        {box.continued_from && <OtherBox label="Kundenwechsel von" box={box.continued_from} />}
      </Facts>
      <div className="grid place-items-center rounded-md border border-line bg-surface p-3 scheme-light">
        <BlobImage
          source={box.barcode.image}
          load={loadPicture}
          alt={`Barcode ${showBoxCode(box.code)}`}
          {...barcodeSize}
        />
        <span aria-hidden className="text-text">
          {showBoxCode(box.code)}
        </span>
      </div>
    </div>
  );
}

function OtherBox({ label, box: { id, code } }: { label: string; box: { id: number; code: string } }) {
  return (
    <Fact label={label}>
      <TextLink {...paths.box(id)}>{showBoxCode(code)}</TextLink>
    </Fact>
  );
}

function Numbers({ numbers }: Pick<BoxDetail, "numbers">) {
  return numbers.map(({ text, kind, others }) => (
    <span key={text} className="block break-words" title={numberKindText[kind]}>
      {text}
      {others > 0 && (
        <span className="text-muted"> (hat auch {others === 1 ? "eine andere Box" : `${others} andere Boxen`})</span>
      )}
    </span>
  ));
}

function Place({ position }: { position: BoxDetail["position"] }) {
  const row = position?.row;
  return (
    <>
      <Fact label="Bereich">{row && <TextLink {...paths.area(row.area.id)}>{row.area.name}</TextLink>}</Fact>
      <Fact label="Reihe">
        {row && (
          <TextLink {...paths.row(row.id)} aria-label={`Reihe ${row.number}`}>
            {row.number}
          </TextLink>
        )}
      </Fact>
      <Fact label="Teil">{position?.part}</Fact>
      <Fact label="Höhe">{position?.height}</Fact>
    </>
  );
}

const labels = [
  "Kunde",
  "Status",
  "Erstellt",
  "Vernichtet",
  "Größe",
  "Jahrgang",
  "Laufzeit",
  "Vernichtungsjahr",
  "Erste Lieferung",
  "Fremdnummern",
];
const placeLabels = ["Bereich", "Reihe", "Teil", "Höhe"];

/** Holds the place of it all. */
export function BoxLoading({ isStaff }: { isStaff: boolean }) {
  return (
    <div role="status" className={beside}>
      <span className="sr-only">Wird geladen …</span>
      <FactsLoading labels={isStaff ? [...labels, ...placeLabels] : labels} />
      <div
        className="grid place-items-center rounded-md border border-line bg-surface p-3"
        style={{ minWidth: barcodeSize.width }}
      >
        <div style={barcodeSize} />
      </div>
    </div>
  );
}

/** The day a box was destroyed, to be corrected in place (specification 4). */
function DestructionDate({ box }: { box: BoxDetail }) {
  const { id, destroyed, created } = box;
  const date = useAutosave({
    saved: destroyed ?? "",
    save: async (day, leaving) => {
      const updatedBox = await call(editBox, { path: { id }, body: { destroyed: day }, keepalive: leaving });
      showInBox(id, () => updatedBox);
      notify(successTexts.boxUpdated);
      await invalidate(editBox);
    },
    check: (day) => (isDay(day) ? destructionDayProblem(day, new Date(created), new Date())?.message : invalid.range),
    draft: keptText(`destroyed-${id}`),
  });
  return (
    <Fact label="Vernichtet">
      <DateInput
        aria-label="Vernichtungsdatum"
        aria-invalid={date.wrong !== undefined}
        value={date.value}
        onChange={date.type}
        onBlur={() => date.leave()}
      />
      <SaveStatus of={date} />
    </Fact>
  );
}
