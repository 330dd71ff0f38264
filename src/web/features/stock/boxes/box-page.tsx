import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useLocation } from "@tanstack/react-router";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { useSession } from "#web/api/session.ts";
import { Detail } from "#web/detail-page/detail.tsx";
import { Missing } from "#web/detail-page/not-available.tsx";
import { useOpened } from "#web/detail-page/recent.ts";
import { OrderButton } from "#web/basket/order-button.tsx";
import { paths } from "#web/paths.ts";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { BoxStateBadge } from "#web/ui/page/box-state-badge.tsx";
import { CopyButton } from "#web/ui/button/copy-button.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { BoxActions } from "./box-actions.tsx";
import { BoxContents } from "#web/features/stock/contents/contents-section.tsx";
import { BoxFacts, BoxLoading } from "./box-facts.tsx";
import { BoxHistory } from "./box-history.tsx";
import { Holds } from "#web/features/destruction/holds/holds-section.tsx";
import { BoxKept } from "#web/features/destruction/retention/box-retention-section.tsx";
import { BoxImages } from "#web/features/stock/images/images-section.tsx";
import { BoxMetaEdit } from "./box-meta-edit.tsx";
import { BoxNeighbours } from "./box-neighbours.tsx";
import { BoxWhere } from "./box-where.tsx";
import { boxQuery } from "./box-loader.ts";

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
  return (
    <PageHead
      above={<TextLink {...paths.boxes(boxList?.search)}>Boxen</TextLink>}
      title={box ? showBoxCode(box.code) : "Box"}
      badge={
        box && (
          <>
            <CopyButton text={box.code} label="Code kopieren" />
            <BoxStateBadge state={box.state} />
          </>
        )
      }
      actions={
        <>
          {box && isStaff && <BoxMetaEdit key={id} box={box} />}
          {box && !isStaff && <OrderButton box={box} />}
          {boxList && <BoxNeighbours id={id} place={boxList} isStaff={isStaff} />}
        </>
      }
    />
  );
}

function Parts({ box, isStaff }: { box: BoxDetail; isStaff: boolean }) {
  const recentEntry = { id: box.id, name: `Box ${showBoxCode(box.code)}` };
  return (
    <>
      {isStaff && <BoxWhere box={box} />}
      {isStaff && <BoxActions box={box} />}
      <BoxFacts box={box} isStaff={isStaff} />
      <div className="gap-x-6 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div>
          <BoxContents box={box} isStaff={isStaff} />
          <BoxImages box={box} isStaff={isStaff} />
        </div>
        <div>
          <BoxKept box={recentEntry} isEditable={isStaff && box.state !== BoxState.destroyed} />
          <Holds customer={box.owner.id} box={recentEntry} isStaff={isStaff} />
          <BoxHistory entries={box.history} />
        </div>
      </div>
    </>
  );
}
