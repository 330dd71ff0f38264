import Ban from "lucide-react/icons/ban";
import CircleCheck from "lucide-react/icons/circle-check";
import FileDown from "lucide-react/icons/file-down";
import Play from "lucide-react/icons/play";
import type { DeliveryDetail } from "#contract/schemas/deliveries.ts";
import type { deliveryNote } from "#contract/calls/deliveries.ts";
import { DeliveryKind, deliveryMayBe, mayCancel } from "#rules/delivery-state.ts";
import type { Download } from "#web/api/download.ts";
import { Button } from "#web/ui/button/button.tsx";
import { countLines, isOpen, linesOf } from "#web/lines/line-facts.ts";
import { useDeliveryActions } from "./use-delivery-actions.ts";

const noteName = "Lieferung.pdf"; // specification 7

type DeliveryActionsProps = {
  delivery: DeliveryDetail;
  isStaff: boolean;
  note: Download<typeof deliveryNote>;
};

/** What can be done with this delivery now. What cannot be taken back stands apart. */
export function DeliveryActions({ delivery, isStaff, note }: DeliveryActionsProps) {
  const actions = useDeliveryActions(delivery);
  const canBeCancelled = mayCancel(delivery.kind, delivery.state);
  if (!isStaff && !canBeCancelled) return null;
  return (
    <div role="group" aria-label="Aktionen" className="flex flex-wrap gap-2">
      {isStaff && <StaffActions delivery={delivery} actions={actions} />}
      {isStaff && (
        <Button
          icon={<FileDown aria-hidden size={14} />}
          pending={note.running}
          onClick={() => void note.start({ path: { id: delivery.id } }, noteName)}
        >
          Lieferschein
        </Button>
      )}
      {canBeCancelled && (
        <Button
          look="danger"
          className="sm:ml-6"
          icon={<Ban aria-hidden size={14} />}
          pending={actions.isPending("cancel")}
          onClick={() => void actions.cancel()}
        >
          Stornieren
        </Button>
      )}
    </div>
  );
}

type StaffActionsProps = { delivery: DeliveryDetail; actions: ReturnType<typeof useDeliveryActions> };

/** A return is neither started nor handed over: it ends with its last line (product 6). */
function StaffActions({ delivery, actions }: StaffActionsProps) {
  const { kind, state } = delivery;
  const open = linesOf(delivery).filter(isOpen).length;
  if (kind === DeliveryKind.return) return null;
  return (
    <>
      {deliveryMayBe("start", state) && (
        <Button
          look="primary"
          icon={<Play aria-hidden size={14} />}
          pending={actions.isPending("start")}
          onClick={actions.start}
        >
          Starten
        </Button>
      )}
      {deliveryMayBe("complete", state) && (
        <Button
          look="primary"
          icon={<CircleCheck aria-hidden size={14} />}
          disabledReason={open > 0 && `Noch ${countLines(open)} offen`}
          pending={actions.isPending("complete")}
          onClick={() => void actions.complete()}
        >
          Abschließen
        </Button>
      )}
    </>
  );
}
