import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { getBatch } from "#contract/calls/destruction/destruction-batches.ts";
import type { BatchDetail, BatchLine } from "#contract/schemas/destruction/destruction-batches.ts";
import { showCount, showMetres } from "#rules/amounts.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { showDate } from "#rules/dates.ts";
import { BatchState, LineDecision } from "#rules/destruction/batch-state.ts";
import { showNorm } from "#rules/destruction/norm.ts";
import { queryFor } from "#web/api/queries.ts";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { Detail } from "#web/detail-page/detail.tsx";
import { Missing } from "#web/detail-page/not-available.tsx";
import { ButtonLink } from "#web/ui/button/links.tsx";
import { Textarea } from "#web/ui/form/textarea.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Fact, Facts } from "#web/ui/page/facts.tsx";
import { useBatchAddresses } from "./batch-addresses.ts";
import { AboveBatch, BatchHead } from "./batch-head.tsx";
import { BatchLines } from "./batch-lines.tsx";
import { BatchLog, BatchSteps } from "./batch-steps.tsx";
import { LetterUpload } from "./letter-upload.tsx";
import { Witness } from "./witness.tsx";
import { BatchSettings } from "./batch-settings.tsx";
import { type BatchChoice, keptChoice, nothingChosen, rejectedFor, toggle } from "./choice.ts";

/** One destruction: its way, its boxes, and what whoever looks at it may do. */
export default function BatchPage() {
  const { id = 0 } = useParams({ strict: false });
  const { isStaff, list } = useBatchAddresses();
  const query = useQuery(queryFor(getBatch, { path: { id } }));
  return (
    <Detail
      query={query}
      title={({ number }) => number}
      head={(batch) => !batch && <DetailHead above={<AboveBatch />} title="Vernichtung" />}
      missing={
        <Missing text="Diesen Vorgang gibt es nicht, oder er ist nicht für Sie bestimmt.">
          <ButtonLink {...list()}>Zu den Vernichtungen</ButtonLink>
        </Missing>
      }
    >
      {(batch) => <Parts key={batch.id} batch={batch} isStaff={isStaff} />}
    </Detail>
  );
}

function Parts({ batch, isStaff }: { batch: BatchDetail; isStaff: boolean }) {
  const kept = keptChoice(batch);
  const [choice, showChoice] = useState(kept.get);
  const setChoice = (next: BatchChoice) => {
    kept.set(next);
    showChoice(next);
  };
  const { rejected, named, chosen } = choice;
  const decide = (line: BatchLine) => (
    <DecideLine
      line={line}
      reason={rejected.get(line.box)}
      isNamed={named.has(line.box)}
      onNamed={(yes) => setChoice({ ...choice, named: toggle(named, line.box, yes) })}
      onReason={(reason) => setChoice({ ...choice, rejected: rejectedFor(rejected, line.box, reason) })}
    />
  );
  const close = (line: BatchLine) =>
    isLeft(line) && (
      <Checkbox
        label="Ausnehmen"
        checked={chosen.has(line.box)}
        onChange={({ target }) => setChoice({ ...choice, chosen: toggle(chosen, line.box, target.checked) })}
      />
    );
  const dialog = batch.actions.decide === null ? decide : batch.actions.close === null ? close : undefined;
  return (
    <>
      <BatchHead batch={batch} isStaff={isStaff} choice={choice} onDone={() => setChoice(nothingChosen)} />
      <BatchSteps batch={batch} />
      {isStaff && batch.actions.attach === null && <LetterUpload id={batch.id} />}
      {isStaff && batch.state === BatchState.shredding && <Witness batch={batch} />}
      <BatchFacts batch={batch} />
      {batch.actions.edit === null && <BatchSettings batch={batch} />}
      <BatchLines batch={batch} action={dialog} />
      <BatchLog events={batch.events} />
    </>
  );
}

/** Says whether the boxes go to the shredder, or went there. */
const isAtShredder = (state: BatchState) => state >= BatchState.confirmed && state !== BatchState.aborted;

const isLeft = ({ decision, scanned, not_destroyed_reason }: BatchLine) =>
  decision === LineDecision.approved && scanned === null && not_destroyed_reason === null;

function BatchFacts({ batch }: { batch: BatchDetail }) {
  const { approver, certificate, state } = batch;
  const atShredder = `${showCount(batch.staged)} bereitgestellt, ${showCount(batch.scanned)} gescannt, ${showCount(batch.left)} offen`;
  return (
    <Facts>
      <Fact label="Kunde" wide="phone">
        {showCustomer(batch.customer)}
      </Fact>
      <Fact label="Boxen">{showCount(batch.boxes)}</Fact>
      <Fact label="Inhalte">{showCount(batch.contents)}</Fact>
      <Fact label="Laufende Meter">{showMetres(batch.metres)}</Fact>
      <Fact label="Verfahren (DIN 66399)" wide="phone">
        {showNorm(batch)}
      </Fact>
      {approver && (
        <Fact label="Freigegeben von" wide="phone">
          {[approver.name, approver.reference].filter(Boolean).join(", ")}
        </Fact>
      )}
      {batch.from_day && <Fact label="Wartet bis">{showDate(batch.from_day)}</Fact>}
      {isAtShredder(state) && (
        <Fact label="Am Schredder" wide="phone">
          {atShredder}
        </Fact>
      )}
      {certificate && <Fact label="Bescheinigung">{certificate.number}</Fact>}
      {batch.abort_reason && <Fact label="Abgebrochen">{batch.abort_reason}</Fact>}
    </Facts>
  );
}

type DecideProps = {
  line: BatchLine;
  reason: string | undefined;
  isNamed: boolean;
  onNamed: (yes: boolean) => void;
  onReason: (reason: string | undefined) => void;
};

/** Yes unless no is said, with a reason; a box that must be kept for longer wants a yes of its own. */
function DecideLine({ line, reason, isNamed, onNamed, onReason }: DecideProps) {
  return (
    <div className="grid gap-1">
      {line.early_reason !== null && reason === undefined && (
        <Checkbox
          label="Trotz laufender Frist vernichten"
          checked={isNamed}
          onChange={({ target }) => onNamed(target.checked)}
        />
      )}
      <Checkbox
        label="Ablehnen"
        checked={reason !== undefined}
        onChange={({ target }) => onReason(target.checked ? "" : undefined)}
      />
      {reason !== undefined && (
        <Textarea
          rows={2}
          className="min-w-48"
          aria-label="Grund der Ablehnung"
          value={reason}
          onChange={({ target }) => onReason(target.value)}
        />
      )}
    </div>
  );
}
