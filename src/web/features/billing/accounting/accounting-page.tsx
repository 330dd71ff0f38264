import { PageHead } from "#web/ui/page/page-head.tsx";
import { ArchiveSection, StackSection } from "./bookkeeping-sections.tsx";
import { DebitsSection } from "./debits-section.tsx";

/** What goes to the bank, the accountant and the auditor. */
export default function AccountingPage() {
  return (
    <>
      <PageHead title="Buchhaltung" />
      <DebitsSection />
      <StackSection />
      <ArchiveSection />
    </>
  );
}
