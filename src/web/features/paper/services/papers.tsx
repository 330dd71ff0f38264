import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { destroyListCounts, destroyRequestCounts } from "#contract/calls/paper/services.ts";
import type { Customer } from "#contract/schemas/customers/customers.ts";
import { showBoxes, showThings } from "#rules/amounts.ts";
import { queryFor } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { useArchiveCounts } from "./archive-downloads.tsx";

const papers = [
  ["boxesOverviewPrint", "Boxenübersicht", "Alle Boxen mit Status, Inhalten, Bildern, Jahren und Metern."],
  ["archiveLists", "Archivlisten", "Boxen mit ihren Inhalten als PDF, ihre Inhaltsbilder als zip."],
  [
    "destroyRequests",
    "Vernichtungsanfrage",
    "Brief an den Kunden mit allen Boxen, die zur Vernichtung markiert oder nach ihrem Vernichtungsjahr fällig sind.",
  ],
  ["destroyLists", "Vernichtungslisten", "Vernichtete Boxen nach dem Datum ihrer Vernichtung."],
] as const;
type Paper = (typeof papers)[number][0];
type PaperCustomer = Pick<Customer, "id" | "code">;

interface PapersProps {
  readonly open: Paper;
  readonly customer: PaperCustomer | undefined;
  readonly customerField: ReactNode;
  /** Fields that the paper asks for, and the document that it makes. */
  readonly children: ReactNode;
}

/** One of a customer's papers under its own title; below it the others, which the customer goes along to. */
export function Papers({ open, customer, customerField, children }: PapersProps) {
  const counts = usePaperCounts(customer);
  const [, title, text] = papers.find(([paper]) => paper === open) ?? papers[0];
  return (
    <>
      <PageHead above={<TextLink to="/services">Services</TextLink>} title={title} about={text} />
      <div className="grid gap-4">
        {customerField}
        {children}
      </div>
      <Section title="Weitere Papiere">
        <ul className="max-w-3xl border-t border-line">
          {papers.map(
            ([paper, name, about]) =>
              paper !== open && (
                <li key={paper} className="border-b border-line py-3">
                  <div className="flex items-baseline justify-between gap-4">
                    <Link {...paths[paper](customer ? { customer: customer.id } : {})} className="text-link">
                      {name}
                    </Link>
                    <span className="shrink-0 text-muted">{counts[paper]}</span>
                  </div>
                  <p className="text-muted">{about}</p>
                </li>
              ),
          )}
        </ul>
      </Section>
    </>
  );
}

/** Returns how much each paper would hold of all the customer's boxes; nothing where that is not known yet. */
function usePaperCounts(customer: PaperCustomer | undefined): Readonly<Record<Paper, string | undefined>> {
  const path = { id: customer?.id ?? 0 };
  const isChosen = { enabled: customer !== undefined };
  const { data: all } = useArchiveCounts(customer, customer && {});
  const { data: asked } = useQuery({ ...queryFor(destroyRequestCounts, { path }), ...isChosen });
  const { data: destroyed } = useQuery({ ...queryFor(destroyListCounts, { path }), ...isChosen });
  return {
    boxesOverviewPrint: all && showBoxes(all.count_boxes),
    archiveLists: all && `${showBoxes(all.count_boxes)}, ${showThings(all.count_boximages, "Bild", "Bilder")}`,
    destroyRequests: customer && asked && showBoxes(asked.boxes),
    destroyLists: customer && destroyed && showBoxes(destroyed.boxes),
  };
}
