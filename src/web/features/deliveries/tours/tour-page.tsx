import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { FileDown, Pencil, Trash, Truck } from "lucide";
import { useState } from "react";
import { deleteTour, endTour, loadList, sheetOfTour, startTour } from "#contract/calls/deliveries/tours.ts";
import type { VanTourDetail } from "#contract/schemas/deliveries/tours.ts";
import { showThings } from "#rules/amounts.ts";
import { DeliveryState } from "#rules/deliveries/delivery-state.ts";
import { showWeekday } from "#rules/deliveries/delivery-date.ts";
import { TourState } from "#rules/deliveries/tours.ts";
import { call } from "#web/api/call.ts";
import { useDownload } from "#web/api/download.ts";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { Detail } from "#web/detail-page/detail.tsx";
import { Missing } from "#web/detail-page/not-available.tsx";
import { useActions } from "#web/detail-page/use-actions.ts";
import { paths } from "#web/paths.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { DownloadStatus } from "#web/ui/feedback/download-status.tsx";
import { tourQuery } from "./tour-queries.ts";
import { TourStateBadge } from "./tour-texts.tsx";
import { TourStops } from "./tour-stops.tsx";
import { MoreStops } from "./more-stops.tsx";

const AskTour = onDemand(async () => (await import("./tour-dialog.tsx")).TourDialog);
const route = getRouteApi("/tours/$id");
const titleOf = ({ day }: VanTourDetail) => `Tour ${showWeekday(day)}`;

export default function TourPage() {
  const { id } = route.useParams();
  const query = useQuery(tourQuery(id));
  return (
    <Detail
      query={query}
      title={titleOf}
      head={(tour) => tour && <Head key={id} tour={tour} />}
      missing={
        <Missing text="Diese Tour gibt es nicht.">
          <ButtonLink {...paths.tours()}>Zu den Touren</ButtonLink>
        </Missing>
      }
    >
      {(tour) => (
        <>
          <TourStops key={id} tour={tour} />
          {tour.state !== TourState.over && <MoreStops tour={tour} />}
        </>
      )}
    </Detail>
  );
}

function Head({ tour }: { tour: VanTourDetail }) {
  const [isOpen, setOpen] = useState(false);
  const actions = useTourActions(tour);
  const list = useDownload(loadList);
  const sheet = useDownload(sheetOfTour);
  const path = { id: tour.id };
  const isOver = tour.state === TourState.over;
  return (
    <>
      <DetailHead
        above={<TextLink {...paths.tours({ day: tour.day })}>Touren</TextLink>}
        title={titleOf(tour)}
        badge={<TourStateBadge state={tour.state} />}
        next={[tour.vehicle, tour.driver].filter(Boolean).join(", ") || "Ohne Fahrzeug und Fahrer"}
        primary={actions.primary}
        more={[!isOver && { text: "Bearbeiten", icon: Pencil, act: () => setOpen(true) }]}
        dangers={[tour.state === TourState.planned && { text: "Tour löschen", icon: Trash, act: actions.remove }]}
      />
      <div data-screen-only className="flex flex-wrap gap-2">
        <Button icon={FileDown} pending={list.running} onClick={() => void list.start({ path })}>
          Ladeliste als PDF
        </Button>
        <Button
          icon={FileDown}
          pending={sheet.running}
          onClick={() => void sheet.start({ path, query: { format: "csv" } })}
        >
          Halte als CSV
        </Button>
      </div>
      <DownloadStatus of={list} label="PDF wird erstellt ..." />
      <DownloadStatus of={sheet} label="CSV wird erstellt ..." />
      {isOpen && <AskTour tour={tour} onClose={() => setOpen(false)} />}
    </>
  );
}

function useTourActions({ id, state, results }: VanTourDetail) {
  const navigate = useNavigate();
  const { isPending, start } = useActions<"start" | "end" | "delete">([startTour, endTour, deleteTour]);
  const path = { id };
  const open = results.filter((stop) => stop.ended === null && stop.state < DeliveryState.completed);
  const begin = () =>
    start("start", async () => {
      await call(startTour, { path });
      return "Die Tour hat begonnen";
    });
  const end = async () => {
    const left = showThings(open.length, "Halt ist", "Halte sind");
    const text = `${left} nicht erledigt und kann auf eine andere Tour.`;
    if (open.length > 0 && !(await confirm({ title: "Tour beenden", text, action: "Tour beenden" }))) return;
    start("end", async () => {
      await call(endTour, { path });
      return "Die Tour ist beendet";
    });
  };
  const remove = async () => {
    const text = "Ihre Lieferungen sind dann auf keiner Tour mehr.";
    if (!(await confirm({ title: "Tour löschen", text, action: "Tour löschen" }))) return;
    start("delete", async () => {
      await call(deleteTour, { path });
      await navigate(paths.tours());
      return "Tour gelöscht";
    });
  };
  const primary =
    state === TourState.planned
      ? {
          text: "Tour beginnen",
          icon: Truck,
          act: begin,
          pending: isPending("start"),
          blocked: open.length === 0 && "Die Tour hat keinen Halt.",
        }
      : state === TourState.underway && { text: "Tour beenden", act: () => void end(), pending: isPending("end") };
  return { primary, remove: () => void remove() };
}
