import { Undo2 } from "lucide";
import { showBoxes, showCount } from "#rules/amounts.ts";
import { rangeTexts } from "#rules/texts/range-texts.ts";
import { ServiceLinks } from "#web/detail-page/service-links.tsx";
import { AssignRetention } from "#web/features/destruction/retention/assign-retention-section.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { MetaFieldForm } from "./meta-field-form.tsx";
import { metaFields } from "./meta-fields.ts";
import { useMetaRange, type MetaRangeDraft } from "./use-meta-range.ts";
import { useMetaUpdate } from "./use-meta-update.ts";

/** Years, first delivery and size of all boxes of a customer, or of a range of them (specification 2 and 7). */
export default function MetaUpdatesPage() {
  const metaRange = useMetaRange();
  const { run, isPending, ...last } = useMetaUpdate(metaRange.range);
  const { customer, range, count } = metaRange;
  const reason = metaRange.blocked || (count === 0 && rangeTexts.empty);
  return (
    <>
      <PageHead above={<ServiceLinks />} title="Metadaten aktualisieren" />
      <MetaRangeFields meant={metaRange} />
      <Section title="Metadaten">
        <div className="grid gap-4">
          {metaFields.map((field) => (
            <MetaFieldForm
              key={field.key}
              field={field}
              blocked={reason}
              disabled={!customer}
              busy={isPending}
              onUpdate={run}
            />
          ))}
        </div>
      </Section>
      <AssignRetention range={range} count={count} blocked={reason} disabled={!customer} />
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <p role="status" className="tabular-nums">
          <Result {...last} />
        </p>
        {last.undo && (
          <Button icon={Undo2} pending={last.undoing} onClick={last.undo}>
            Rückgängig machen
          </Button>
        )}
      </div>
    </>
  );
}

type ResultProps = Pick<ReturnType<typeof useMetaUpdate>, "result" | "undone">;

function Result({ result, undone }: ResultProps) {
  if (!result) return null;
  const { boxes, changed, what, customer } = result;
  if (undone) return `${customer.name}: Bei ${showBoxes(undone.boxes)} ist wieder, was vorher war.`;
  return `${customer.name}: ${showCount(changed)} von ${showBoxes(boxes)} geändert, ${what}.`;
}

/** Asks for the customer and the range of boxes, and shows how many these are. */
function MetaRangeFields({ meant }: { meant: MetaRangeDraft }) {
  return (
    <div className="grid gap-3">
      {meant.customerField}
      {meant.rangeFields}
      <Count meant={meant} />
    </div>
  );
}

function Count({ meant: { blocked, count, countError, recount } }: { meant: MetaRangeDraft }) {
  if (countError) return <ErrorState error={countError} onRetry={recount} />;
  const text = () => {
    if (blocked) return blocked;
    if (count === undefined) return rangeTexts.counting;
    return count === 0 ? rangeTexts.empty : `Betrifft ${showBoxes(count)}.`;
  };
  return (
    <p role="status" className="tabular-nums">
      {text()}
    </p>
  );
}
