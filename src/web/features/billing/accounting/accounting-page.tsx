import { ListChecks } from "lucide";
import { useState } from "react";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { ArchiveSection, StackSection } from "./bookkeeping-sections.tsx";
import { DebitsSection } from "./debits-section.tsx";
import { NumbersSection } from "./numbers-section.tsx";

const PaymentsDialog = onDemand(async () => (await import("./payments-dialog.tsx")).PaymentsDialog);

/** What goes to the bank, the accountant and the auditor, and what comes back from them. */
export default function AccountingPage() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PageHead
        title="Buchhaltung"
        actions={
          <Button icon={ListChecks} onClick={() => setOpen(true)}>
            Zahlungen vermerken
          </Button>
        }
      />
      <NumbersSection />
      <StackSection />
      <ArchiveSection />
      <DebitsSection />
      {isOpen && <PaymentsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
