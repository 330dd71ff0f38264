import { type ComponentProps, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useLocation } from "@tanstack/react-router";
import { listCostCentres } from "#contract/calls/customers/cost-centres.ts";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { queryFor } from "#web/api/queries.ts";
import { useSession } from "#web/api/session.ts";
import { Detail } from "#web/detail-page/detail.tsx";
import { Missing } from "#web/detail-page/not-available.tsx";
import { useOpened } from "#web/detail-page/recent.ts";
import { useOrderAction } from "#web/basket/order-button.tsx";
import { DetailHead } from "#web/detail-page/detail-head.tsx";
import { onDemand } from "#web/shell/on-demand.tsx";
import { paths } from "#web/paths.ts";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { BoxStateBadge } from "#web/ui/page/box-state-badge.tsx";
import { CopyButton } from "#web/ui/button/copy-button.tsx";
import { BoxContents } from "#web/features/stock/contents/contents-section.tsx";
import { Holds } from "#web/features/destruction/holds/holds-section.tsx";
import { BoxKept } from "#web/features/destruction/retention/box-retention-section.tsx";
import { BoxImages } from "#web/features/stock/images/images-section.tsx";
import { keyOf } from "#rules/stock/places/place-cursor.ts";
import { StaffBoxHead } from "./box-actions.tsx";
import { BoxFacts, BoxLoading } from "./box-facts.tsx";
import { BoxHistory } from "./box-history.tsx";
import { BoxNeighbours } from "./box-neighbours.tsx";
import { BoxNext } from "./box-next-line.tsx";
import { BoxWaiting } from "./box-waiting.tsx";
import { boxQuery } from "./box-loader.ts";

/** Where a box without a place is, as far as its state says; a destroyed one is nowhere. */
const elsewhere: Record<BoxState, string | null> = {
  0: "Noch nicht eingelagert",
  1: "Ohne Platz",
  2: "Nicht im Haus",
  3: "Platz unbekannt",
  4: "Entnommen für eine Lieferung",
  5: "Im Haus, noch nicht eingelagert",
  6: null,
  7: "Ohne Platz",
};

/** The first thing that somebody who has the box's number wants to know. */
function BoxWhere({ box: { position, state, marked_from } }: { box: BoxDetail }) {
  const text = elsewhere[marked_from ?? state];
  if (!position && text === null) return null;
  return (
    <p className="mb-3 min-w-0 text-title break-words">
      {position ? (
        <TextLink {...paths.row(position.row.id)} hash={keyOf(position)}>
          {position.row.area.name} · Reihe {position.row.number} · Teil {position.part} · Höhe {position.height}
        </TextLink>
      ) : (
        text
      )}
    </p>
  );
}

const Copies = onDemand(async () => (await import("./box-copies.tsx")).BoxCopies);

const CostCentre = onDemand(async () => (await import("./cost-centre-dialog.tsx")).CostCentreDialog);

const route = getRouteApi("/stock/boxes/$id");

export default function BoxPage() {
  const { id } = route.useParams();
  const isStaff = useSession().user?.is_staff ?? false;
  const query = useQuery(boxQuery(id));
  useOpened("box", id, query.data && `Box ${showBoxCode(query.data.code)}`);
  const missing = (
    <Missing text="Diese Box gibt es nicht, oder sie ist nicht für Sie bestimmt.">
      <ButtonLink {...paths.boxes()}>Zu den Boxen</ButtonLink>
    </Missing>
  );
  return (
    <Detail
      query={query}
      title={({ code }) => showBoxCode(code)}
      head={(box) => <Head id={id} box={box} isStaff={isStaff} />}
      missing={missing}
      waiting={<BoxLoading isStaff={isStaff} />}
    >
      {(box) => <Parts key={id} box={box} isStaff={isStaff} />}
    </Detail>
  );
}

type HeadProps = { id: number; box: BoxDetail | undefined; isStaff: boolean };

function Head({ id, box, isStaff }: HeadProps) {
  const boxList = useLocation({ select: ({ state }) => state.boxList });
  const head = {
    above: <TextLink {...paths.boxes(boxList?.search)}>Boxen</TextLink>,
    title: box ? showBoxCode(box.code) : "Box",
    badge: box && (
      <>
        <CopyButton text={box.code} label="Code kopieren" />
        <BoxStateBadge state={box.state} />
      </>
    ),
    next: box && <BoxNext box={box} isStaff={isStaff} />,
    stays: true,
    beside: boxList && <BoxNeighbours id={id} place={boxList} isStaff={isStaff} />,
  };
  if (!box) return <DetailHead {...head} />;
  return isStaff ? <StaffBoxHead key={id} {...head} box={box} /> : <CustomerBoxHead key={id} {...head} box={box} />;
}

function CustomerBoxHead({ box, ...head }: ComponentProps<typeof DetailHead> & { box: BoxDetail }) {
  const primary = useOrderAction(box);
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(queryFor(listCostCentres, { path: { id: box.owner.id } }));
  const maySet = (data?.may_set ?? false) && box.state !== BoxState.destroyed;
  return (
    <>
      <DetailHead
        {...head}
        primary={primary}
        more={[maySet && { text: "Kostenstelle ändern", act: () => setOpen(true) }]}
      />
      {isOpen && <CostCentre boxes={[box]} onClose={() => setOpen(false)} />}
    </>
  );
}

function Parts({ box, isStaff }: { box: BoxDetail; isStaff: boolean }) {
  const recentEntry = { id: box.id, name: `Box ${showBoxCode(box.code)}` };
  return (
    <>
      {isStaff && <BoxWhere box={box} />}
      <BoxFacts box={box} isStaff={isStaff} />
      <div className="gap-x-6 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div>
          <BoxContents box={box} isStaff={isStaff} />
          <BoxImages box={box} isStaff={isStaff} />
        </div>
        <div>
          {box.copies.length > 0 && <Copies copies={box.copies} />}
          <BoxWaiting box={box} isStaff={isStaff} />
          <BoxKept box={recentEntry} isEditable={isStaff && box.state !== BoxState.destroyed} />
          <Holds customer={box.owner.id} box={recentEntry} isStaff={isStaff} />
          <BoxHistory entries={box.history} />
        </div>
      </div>
    </>
  );
}
