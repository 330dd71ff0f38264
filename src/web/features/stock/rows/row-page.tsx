import { Printer } from "lucide";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { deleteRow } from "#contract/calls/stock/rows.ts";
import type { RowDetail } from "#contract/schemas/stock/rows.ts";
import { showStocktake } from "#rules/stocktake/stocktake-state.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { errors } from "#rules/texts/texts.ts";
import { call } from "#web/api/call.ts";
import { invalidate } from "#web/api/queries.ts";
import { Detail } from "#web/detail-page/detail.tsx";
import { printRowLabel } from "#web/label-printing/print-labels.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { NoScans } from "#web/ui/feedback/no-scans.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { PrintPlaceLabels } from "./print-place-labels.tsx";
import { RowFacts } from "./row-facts.tsx";
import { isAnswered, takenPlaces } from "./row-scans.ts";
import { StoreBoxes } from "./store-boxes.tsx";
import { scans } from "./storing.ts";
import { rowQuery } from "./row-loader.ts";

const route = getRouteApi("/stock/rows/$id");

export default function RowPage() {
  const { id } = route.useParams();
  const query = useQuery(rowQuery(id));
  return (
    <Detail
      query={query}
      title={(row) => `Reihe ${row.number}, ${row.area.name}`}
      head={(row) =>
        !row && (
          <>
            {query.error && <NoScans />}
            <PageHead above={<Above />} title="Reihe" />
          </>
        )
      }
      missing={
        <>
          <NoScans />
          <PageHead above={<Above />} title={errors.notFound} />
          <p>{refused.unknownRow.message}</p>
        </>
      }
      waiting={<Loading />}
    >
      {(row) => <Parts key={id} row={row} />}
    </Detail>
  );
}

const Above = () => <TextLink {...paths.rows()}>Reihen</TextLink>;

function Parts({ row }: { row: RowDetail }) {
  const list = scans.use();
  const answeredScans = list.filter(isAnswered);
  const boxes = takenPlaces(row.positions, answeredScans, row.id).size;
  const isFree = boxes === 0 && answeredScans.length === list.length;
  return (
    <>
      <PageHead
        above={<Above />}
        title={
          <>
            Reihe {row.number} <span className="font-normal text-muted">{row.area.name}</span>
          </>
        }
        actions={
          <>
            <PrintRowLabel id={row.id} />
            <PrintPlaceLabels row={row} />
            {isFree && <DeleteRow row={row} />}
          </>
        }
      />
      {row.stocktake && (
        <p className="mb-3">
          Diese Reihe wird gezählt:{" "}
          <TextLink {...paths.stocktake(row.stocktake.id)} className="underline">
            Inventur {showStocktake(row.stocktake.id)}
          </TextLink>
        </p>
      )}
      <div className="grid grid-cols-1 gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <StoreBoxes row={row} />
        <aside aria-label="Angaben zur Reihe">
          <RowFacts row={row} boxes={boxes} />
        </aside>
      </div>
    </>
  );
}

/** The sign at the shelf, from the next free label of the sheet in the printer on. */
function PrintRowLabel({ id }: { id: number }) {
  const print = useMutation({ mutationFn: () => printRowLabel(id), onSuccess: (printed) => notify(printed) });
  return (
    <Button icon={Printer} pending={print.isPending} onClick={() => print.mutate()}>
      Reihenetikett drucken
    </Button>
  );
}

function DeleteRow({ row }: { row: RowDetail }) {
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => call(deleteRow, { path: { id: row.id } }),
    onSuccess: async () => {
      notify(successTexts.rowDeleted);
      await navigate(paths.rows());
      await invalidate(deleteRow);
    },
    onError: () => invalidate(deleteRow),
  });
  const ask = async () => {
    const text = `Reihe ${row.number} in ${row.area.name} wird gelöscht.`;
    if (await confirm({ title: "Reihe löschen", text, action: "Reihe löschen", danger: true })) remove.mutate();
  };
  return (
    <Button look="danger" pending={remove.isPending} onClick={() => void ask()}>
      Reihe löschen
    </Button>
  );
}
