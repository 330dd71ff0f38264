import { rangeTexts } from "#rules/texts/range-texts.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { MetaFieldForm } from "./meta-field-form.tsx";
import { metaFields } from "./meta-fields.ts";
import { MetaRangeFields } from "./meta-range-fields.tsx";
import { useMetaRange } from "./use-meta-range.ts";
import { useMetaUpdate } from "./use-meta-update.ts";

/** Years, first delivery and size of all boxes of a customer, or of a range of them (specification 2 and 7). */
export default function MetaUpdatesPage() {
  const meant = useMetaRange();
  const { run, result, isPending } = useMetaUpdate(meant.range);
  const { customer, range, count } = meant;
  const blocked =
    (!customer && rangeTexts.noCustomer) || (!range && rangeTexts.invalid) || (count === 0 && rangeTexts.empty);
  return (
    <>
      <PageHead above={<TextLink to="/services">Services</TextLink>} title="Metadaten aktualisieren" />
      <MetaRangeFields meant={meant} />
      <Section title="Meta-Daten">
        <div className="grid gap-4">
          {metaFields.map((field) => (
            <MetaFieldForm
              key={field.key}
              field={field}
              blocked={blocked}
              disabled={!customer}
              busy={isPending}
              onUpdate={run}
            />
          ))}
        </div>
      </Section>
      <p role="status" className="mt-6 tabular-nums">
        {result && <Result {...result} />}
      </p>
    </>
  );
}

function Result({
  boxes,
  changed,
  what,
  customer,
}: {
  boxes: number;
  changed: number;
  what: string;
  customer: string;
}) {
  return (
    <>
      {customer}: {changed.toLocaleString("de-DE")} von {boxes.toLocaleString("de-DE")} {boxes === 1 ? "Box" : "Boxen"}{" "}
      geändert, {what}.
    </>
  );
}
