import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState, useEffect, useRef } from "react";
import { FileDown, X } from "lucide";
import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import { printPickupLabels } from "#contract/calls/paper/services.ts";
import { deliveryNote } from "#contract/calls/deliveries/deliveries.ts";
import { nextOfDelivery } from "#rules/deliveries/delivery-next.ts";
import { DeliveryKind, deliveryNoun, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { useDownload } from "#web/api/download.ts";
import { useSession } from "#web/api/session.ts";
import { isOpenLine, type Line, linesOfDelivery } from "#web/delivery-lines/line-facts.ts";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { Detail, isNotFound } from "#web/detail-page/detail.tsx";
import { Missing } from "#web/detail-page/not-available.tsx";
import { useOpened } from "#web/detail-page/recent.ts";
import { paths } from "#web/paths.ts";
import { linesId } from "#web/search-results/found-result.ts";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { CopyButton } from "#web/ui/button/copy-button.tsx";
import { DeliveryStateBadge } from "#web/ui/page/delivery-state-badge.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { FactsLoading } from "#web/ui/page/facts.tsx";
import { NoScans } from "#web/ui/feedback/no-scans.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { boxesToStore, unlabelledBoxes, startNote, useDeliveryActions } from "./delivery-actions.tsx";
import { DeliveryFacts } from "./delivery-facts.tsx";
import { DeliveryLines } from "./delivery-lines.tsx";
import { DeliveryProofs } from "./delivery-proofs.tsx";
import { Timeline } from "./timeline.tsx";
import { deliveryQuery } from "./delivery-loader.ts";

const route = getRouteApi("/deliveries/$id");

const labels = ["Kunde", "Art", "Umfang", "Termin", "Preis", "Lieferoption", "Angelegt", "Bemerkung"];
const waiting = (
  <div role="status">
    <span className="sr-only">Wird geladen …</span>
    <FactsLoading labels={labels} />
  </div>
);

/** A return is a delivery, too (specification 4). */
const titleOf = (kind: DeliveryKind, code: number) =>
  `${kind === DeliveryKind.return ? "Lieferung" : deliveryNoun[kind]} ${showDeliveryCode(code)}`;

export default function DeliveryPage() {
  const { id } = route.useParams();
  const isStaff = useSession().user?.is_staff ?? false;
  const query = useQuery(deliveryQuery(id));
  useOpened("delivery", id, query.data && titleOf(query.data.kind, query.data.code));
  const missing = (
    <Missing text="Diese Lieferung gibt es nicht, oder sie ist nicht für Sie bestimmt.">
      <ButtonLink {...paths.deliveries()}>Zu den Lieferungen</ButtonLink>
    </Missing>
  );
  const takesNoScans = query.isError && (!query.data || isNotFound(query.error));
  return (
    <>
      {takesNoScans && <NoScans />}
      <Detail
        query={query}
        title={({ kind, code }) => titleOf(kind, code)}
        head={(delivery) => <Head key={`head ${id}`} delivery={delivery} isStaff={isStaff} />}
        missing={missing}
        waiting={waiting}
      >
        {(delivery) => <Parts key={id} delivery={delivery} isStaff={isStaff} />}
      </Detail>
    </>
  );
}

const above = <TextLink {...paths.deliveries()}>Lieferungen</TextLink>;

function Head({ delivery, isStaff }: { delivery: DeliveryDetail | undefined; isStaff: boolean }) {
  if (!delivery) return <DetailHead above={above} title="Lieferung" />;
  return <LoadedHead delivery={delivery} isStaff={isStaff} />;
}

function LoadedHead({ delivery, isStaff }: { delivery: DeliveryDetail; isStaff: boolean }) {
  const code = showDeliveryCode(delivery.code);
  const note = useDownload(deliveryNote);
  const labelSheet = useDownload(printPickupLabels);
  const [isHandedOver, setIsHandedOver] = useState(false);
  const actions = useDeliveryActions({
    delivery,
    isStaff,
    note,
    labels: labelSheet,
    onHandedOver: () => setIsHandedOver(true),
  });
  const isOpen = delivery.kind === DeliveryKind.copy ? (line: Line) => line.open : isOpenLine;
  const open = linesOfDelivery(delivery).filter(isOpen).length;
  return (
    <>
      <DetailHead
        {...actions}
        above={above}
        title={titleOf(delivery.kind, delivery.code)}
        badge={
          <>
            <CopyButton text={code} label="Nummer kopieren" />
            <DeliveryStateBadge state={delivery.state} />
          </>
        }
        next={nextOfDelivery(
          {
            ...delivery,
            open,
            newBoxes: unlabelledBoxes(delivery),
            toStore: boxesToStore(delivery).length,
            until: delivery.delivery_option?.to,
          },
          isStaff,
        )}
      />
      {isHandedOver && (
        <HandedOver
          code={code}
          pending={note.running}
          onNote={() => void startNote(note, delivery.id)}
          onClose={() => setIsHandedOver(false)}
        />
      )}
      {[note, labelSheet].map(
        (made, at) =>
          (made.running || made.error || made.saved) && (
            <DownloadStatus key={at} of={made} label="PDF wird erstellt ..." />
          ),
      )}
    </>
  );
}

function Parts({ delivery, isStaff }: { delivery: DeliveryDetail; isStaff: boolean }) {
  return (
    <div className="grid grid-cols-1 items-start gap-x-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <DeliveryFacts delivery={delivery} isStaff={isStaff} />
      <div className="max-lg:order-last lg:-mt-6">
        <Timeline delivery={delivery} />
      </div>
      <div id={linesId} className="scroll-mt-16 lg:col-span-2">
        <DeliveryLines delivery={delivery} isStaff={isStaff} />
        <DeliveryProofs proofs={delivery.proofs} />
      </div>
    </div>
  );
}

type HandedOverProps = { code: string; pending: boolean; onNote: () => void; onClose: () => void };

/** Shows the next step once a delivery is handed over: its note, which is signed then; the focus is on it. */
function HandedOver({ code, pending, onNote, onClose }: HandedOverProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  useEffect(() => buttonRef.current?.focus(), []); // the button that was pressed is gone
  return (
    <section
      aria-label="Übergeben"
      data-screen-only
      className="mb-3 flex items-start gap-2 rounded-md border border-line bg-accent-soft p-1 pl-3"
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
        <p className="mr-1 font-semibold tabular-nums">Lieferung {code} ist übergeben.</p>
        <Button ref={buttonRef} look="primary" icon={FileDown} pending={pending} onClick={onNote}>
          Lieferschein als PDF
        </Button>
      </div>
      <IconButton label="Schließen" icon={X} onClick={onClose} />
    </section>
  );
}
