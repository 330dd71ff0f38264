import { FileArchive, FileDown } from "lucide";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { destructionList, destructionLists, getDestruction } from "#contract/calls/destruction/destructions.ts";
import type { DestructionDetail } from "#contract/schemas/destruction/destructions.ts";
import { showBoxes, showCount } from "#rules/amounts.ts";
import { showCustomer } from "#rules/stock/box-code.ts";
import { showOwned } from "#rules/destruction/destruction.ts";
import { useDownload } from "#web/api/download.ts";
import { queryFor } from "#web/api/queries.ts";
import { Detail } from "#web/detail-page/detail.tsx";
import { Missing } from "#web/detail-page/not-available.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";
import type { TableColumn } from "#web/ui/table/column.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { authorOf } from "./earlier-destructions.tsx";

type Owner = DestructionDetail["owners"][number];

const route = getRouteApi("/services/destruction/$id");
const above = <TextLink {...paths.destruction()}>Sammelvernichtung</TextLink>;
const titleOf = ({ boxes, customers }: DestructionDetail) => `${showOwned(boxes, customers)} vernichtet`;

/** Shows the boxes that one collective destruction destroyed, and the proof of it for each customer. */
export default function DestroyedPage() {
  const moment = String(route.useParams().id);
  const destructionQuery = queryFor(getDestruction, { query: { moment } });
  const query = useQuery({ ...destructionQuery, placeholderData: () => undefined }); // another destruction is no place holder for this one
  return (
    <Detail
      query={query}
      title={titleOf}
      head={(of) => <PageHead above={above} title={of ? titleOf(of) : "Sammelvernichtung"} />}
      missing={<Missing above={above} text="Zu diesem Zeitpunkt gab es keine Sammelvernichtung." />}
    >
      {(destruction) => <Lists key={moment} of={destruction} />}
    </Detail>
  );
}

function Lists({ of }: { of: DestructionDetail }) {
  const { moment, owners } = of;
  const all = useDownload(destructionLists);
  const one = useDownload(destructionList);
  const [chosen, setChosen] = useState<number>();
  const running = all.running || one.running;
  const start = (id: number) => {
    setChosen(id);
    void one.start({ query: { moment, customer: id } });
  };
  const button = (owner: Owner) => (
    <Button
      look="quiet"
      icon={FileDown}
      aria-label={`Vernichtungsliste für ${showCustomer(owner)}`}
      pending={one.running && chosen === owner.id}
      disabledReason={running && chosen !== owner.id && "Es wird gerade eine Datei erstellt."}
      onClick={() => start(owner.id)}
    >
      Vernichtungsliste
    </Button>
  );
  return (
    <>
      <p className="mb-3 text-muted tabular-nums">{whenAndBack(of)}</p>
      <div className="mb-3 grid gap-2">
        <div>
          <Button
            look="primary"
            icon={FileArchive}
            pending={all.running}
            disabledReason={one.running && "Es wird gerade eine Datei erstellt."}
            onClick={() => void all.start({ query: { moment } })}
          >
            Alle Vernichtungslisten (zip)
          </Button>
        </div>
        <DownloadStatus of={all} label="Zip Datei wird erstellt ..." />
        <DownloadStatus of={one} label="PDF wird erstellt ..." />
      </div>
      <DataTable
        leading
        caption="Vernichtungslisten"
        columns={[...columns, { key: "list", label: "Vernichtungsliste", bare: true, cell: button }]}
        rows={owners}
        rowKey={({ id }) => id}
        link={({ id }, content) => <Link {...paths.customer(id)}>{content}</Link>}
      />
    </>
  );
}

const columns: readonly TableColumn<Owner>[] = [
  { key: "customer", label: "Kunde", grow: true, cell: showCustomer },
  {
    key: "boxes",
    label: "Boxen",
    align: "right",
    phone: "beside",
    cell: ({ boxes }) => showCount(boxes),
  },
];

/** `Vernichtet am 22.11.2026 09:15 von Anna Schmidt. Eine Box wurde seither reaktiviert …` */
function whenAndBack(of: DestructionDetail): string {
  const back = of.owners.reduce((sum, owner) => sum + owner.back, 0);
  const author = authorOf(of);
  const when = `Vernichtet am ${showDateTime(of.created)}${author ? ` von ${author}` : ""}.`;
  const verb = back === 1 ? "wurde seither reaktiviert und steht" : "wurden seither reaktiviert und stehen";
  return back === 0 ? when : `${when} ${showBoxes(back)} ${verb} auf keiner Liste.`;
}
