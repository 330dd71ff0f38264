import { FileDown, X } from "lucide";
import { useEffect, useRef } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";

type HandedOverProps = { code: string; pending: boolean; onNote: () => void; onClose: () => void };

/** What comes next once a delivery is handed over: its note, which is signed then; the focus is on it. */
export function HandedOver({ code, pending, onNote, onClose }: HandedOverProps) {
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
