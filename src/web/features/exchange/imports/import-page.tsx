import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams } from "@tanstack/react-router";
import { FileUp, Tag } from "lucide";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { getImport } from "#contract/calls/exchange/imports.ts";
import type { ImportDetail } from "#contract/schemas/exchange/imports.ts";
import { showCount } from "#rules/amounts.ts";
import { knowsAllColumns, showLeftOut } from "#rules/exchange/imports/import-next.ts";
import { ImportState } from "#rules/exchange/imports/import-state.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { Detail } from "#web/detail-page/detail.tsx";
import { Missing } from "#web/detail-page/not-available.tsx";
import { paths } from "#web/paths.ts";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { StepLine } from "#web/ui/page/step-line.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { importList } from "./import-address.ts";
import { AreaQuestions } from "./area-questions.tsx";
import { CheckProgress } from "./check-progress.tsx";
import { ImportCorrections } from "./import-corrections.tsx";
import { ImportErrors } from "./import-errors.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { boxesOf, ImportHead } from "./import-head.tsx";
import { MappingSection } from "./mapping-section.tsx";
import { useCheck } from "./use-check.ts";
import { useCorrecting } from "./use-correcting.ts";
import { YearQuestion } from "./year-question.tsx";

const whileChecked = 1000; // ms between two looks at how far a check is

/** One list on its way: columns, check, errors, preview, and what it did. */
export default function ImportPage() {
  const { id = 0 } = useParams({ strict: false });
  return <ImportById key={id} id={id} />;
}

function ImportById({ id }: { id: number }) {
  const isStaff = useSession().user?.is_staff ?? false;
  const check = useCheck(id);
  const query = useQuery({
    ...queryFor(getImport, { path: { id } }),
    refetchInterval: check.isPending && whileChecked,
  });
  useOwnCheck(query.data, check);
  const above = <TextLink {...importList(isStaff)}>Importe</TextLink>;
  return (
    <Detail
      query={query}
      title={({ name }) => name}
      head={(of) => !of && <DetailHead above={above} title="Import" />}
      missing={<Missing above={above} text="Diesen Import gibt es nicht." />}
    >
      {(of) => <Steps of={of} isStaff={isStaff} check={check} />}
    </Detail>
  );
}

/** Asks for the check on behalf of whoever has just sent a list whose columns are all known; once for each way of reading it. */
function useOwnCheck(of: ImportDetail | undefined, check: ReturnType<typeof useCheck>) {
  const isSent = useLocation({ select: ({ state }) => state.isSent });
  const checkedLayout = useRef<string>(null);
  const begin = useEffectEvent((list: ImportDetail | undefined) => {
    if (!list || list.state !== ImportState.checked || list.checked !== null || check.isPending) return;
    if (!isSent || !knowsAllColumns(list.mapping) || checkedLayout.current === layoutKey(list)) return;
    checkedLayout.current = layoutKey(list);
    check.mutate({ mapping: list.mapping, before: list.mapping });
  });
  useEffect(() => begin(of), [of]);
}

const steps = ["Datei", "Prüfen", "Fertig"] as const;

/** Where in its three steps an import stands; what was given up or taken back stands at none. */
function ImportSteps({ state }: ImportDetail) {
  const isCommitted = state === ImportState.committed;
  const done = isCommitted ? 3 : 1;
  const current = state === ImportState.checked ? 1 : isCommitted ? 2 : -1;
  return <StepLine current={current} steps={steps.map((label, at) => ({ label, isDone: at < done }))} />;
}

/** Offers the steps that people take after a list was taken over. */
function AfterCommit({ of, isStaff }: { of: ImportDetail; isStaff: boolean }) {
  const boxes = boxesOf(of);
  return (
    <div data-screen-only className="mb-3 flex flex-wrap gap-2">
      {isStaff && boxes && (
        <ButtonLink {...paths.labelPrints(boxes)} icon={Tag}>
          Etiketten drucken
        </ButtonLink>
      )}
      <ButtonLink {...importList(isStaff)} icon={FileUp}>
        Nächste Liste
      </ButtonLink>
    </div>
  );
}

/** Columns are chosen anew where the file is read otherwise. */
const layoutKey = ({ sheet, head_row: head, separator, encoding }: ImportDetail) =>
  [sheet, head, separator, encoding].join("|");

/** Asks for the word that all warnings are meant so. */
const Confirmation = ({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <Checkbox
    className="mb-2"
    label="Ich habe die Warnungen gelesen: So ist es gemeint."
    checked={isOn}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
);

/** Shows the errors for which rows were left out of a list that was taken over. */
function LeftOutRows({ of }: { of: ImportDetail }) {
  if (of.state !== ImportState.committed || of.errors === 0) return null;
  return (
    <ImportErrors id={of.id} count={of.errors}>
      <p className="mb-2 max-w-prose text-muted">{showLeftOut(of.left_out)}: nicht übernommen.</p>
    </ImportErrors>
  );
}

type QuestionsProps = { of: ImportDetail; isBusy: boolean; onSaid: (yearEnd?: boolean) => void };

/** Asks what holds for the whole list: what a year alone means, and which areas are meant. */
function Questions({ of, isBusy, onSaid }: QuestionsProps) {
  const names = of.unknown_areas ?? [];
  return (
    <>
      {of.mapping.includes("begins") && !isBusy && <YearQuestion of={of} onAnswer={onSaid} />}
      {names.length > 0 && <AreaQuestions of={of.id} names={names} disabled={isBusy} onSaid={() => onSaid()} />}
    </>
  );
}

type StepsProps = { of: ImportDetail; isStaff: boolean; check: ReturnType<typeof useCheck> };

function Steps({ of, isStaff, check }: StepsProps) {
  const [confirmed, setConfirmed] = useState<string | null>(null); // of which check
  const drafts = useCorrecting(of, check);
  const checkAgain = (yearEnd?: boolean) =>
    check.mutate({ mapping: of.mapping, before: of.mapping, ...(yearEnd !== undefined && { yearEnd }) });
  const isConfirmed = of.warnings === 0 || (of.checked !== null && confirmed === of.checked);
  return (
    <>
      <ImportHead of={of} isStaff={isStaff} isConfirmed={isConfirmed} check={check} />
      <ImportSteps {...of} />
      {of.state === ImportState.committed && <AfterCommit of={of} isStaff={isStaff} />}
      <Facts>
        <Fact label="Kunde" wide="phone">
          {showCustomer(of.customer)}
        </Fact>
        <Fact label="Gesendet">{showDateTime(of.created)}</Fact>
        {of.sheet !== null && <Fact label="Tabellenblatt">{of.sheet}</Fact>}
        {(of.head_row ?? 1) > 1 && <Fact label="Kopfzeile">Zeile {of.head_row}</Fact>}
        <Fact label="Zeilen">{showCount(of.total)}</Fact>
        <Fact label="Neue Boxen">{of.checked && showCount(of.made)}</Fact>
        <Fact label="Geänderte Boxen">{of.checked && showCount(of.changed)}</Fact>
        <Fact label="Unveränderte Boxen">{of.checked && showCount(of.unchanged)}</Fact>
        <Fact label="Fehler">{of.checked && showCount(of.errors)}</Fact>
        {of.warnings > 0 && (
          <Fact label="Warnungen">{`${showCount(of.warnings)}${of.committed ? ", bestätigt" : ""}`}</Fact>
        )}
        {of.committed && <Fact label="Übernommen">{showDateTime(of.committed)}</Fact>}
        {of.undone && <Fact label="Zurückgenommen">{showDateTime(of.undone)}</Fact>}
      </Facts>
      {of.state === ImportState.checked && (
        <>
          <CheckProgress of={of} check={check} />
          <Questions of={of} isBusy={check.isPending} onSaid={checkAgain} />
          {of.errors > 0 && (
            <ImportErrors id={of.id} count={of.errors} drafts={drafts}>
              <p className="mb-2 max-w-prose text-muted">
                Werte lassen sich hier berichtigen; die Datei bleibt, wie sie ist.
              </p>
            </ImportErrors>
          )}
          {of.warnings > 0 && (
            <ImportErrors id={of.id} count={of.warnings} show="warnings" drafts={drafts}>
              <Confirmation isOn={isConfirmed} onChange={(isOn) => setConfirmed(isOn ? of.checked : null)} />
            </ImportErrors>
          )}
        </>
      )}
      <LeftOutRows of={of} />
      <ImportCorrections of={of} />
      {of.state === ImportState.checked && (
        <MappingSection key={layoutKey(of)} of={of} isStaff={isStaff} check={check} />
      )}
      {of.preview.length > 0 && <ImportPreview boxes={of.preview} isWithout={of.errors > 0} />}
    </>
  );
}
