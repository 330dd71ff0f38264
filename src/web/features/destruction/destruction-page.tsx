import { PackageX } from "lucide";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Navigate, useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { destroyMarked } from "#contract/calls/boxes.ts";
import { showBoxes } from "#rules/amounts.ts";
import { showBoxCode } from "#rules/box-code.ts";
import { BoxState } from "#rules/box-state.ts";
import { berlinDay } from "#rules/dates.ts";
import { warnOf } from "#rules/destruction/destruction.ts";
import { done } from "#rules/texts/done-texts.ts";
import { countPages, offsetOf } from "#rules/lists/paging.ts";
import { call } from "#web/api/call.ts";
import { touched } from "#web/api/queries.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ButtonLink, TextLink } from "#web/ui/button/links.tsx";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { Paged } from "#web/ui/table/paged.tsx";
import { DestroyKept, type Early } from "./destroy-kept.tsx";
import { OwnerHead } from "./doubts.tsx";
import { EarlierDestructions } from "./earlier-destructions.tsx";
import { markedBoxes, type MarkedBoxes, showMarked } from "./marked-boxes.ts";
import { markedColumns } from "./marked-columns.tsx";

const route = getRouteApi("/services/destruction");
const shownAtOnce = 200; // the call answers all; more rows than that make a browser slow

export default function DestructionPage() {
  const page = route.useSearch().page ?? 1;
  const { data, error, isFetching, refetch } = useQuery(markedBoxes);
  const boxes = data?.boxes;
  const [today] = useState(() => berlinDay(new Date()));
  const byOwner = useMemo(() => boxes && Map.groupBy(boxes, ({ owner }) => owner.id), [boxes]);
  const start = offsetOf(page, shownAtOnce);
  const pages = boxes && countPages(boxes.length, shownAtOnce);
  const rows = boxes?.slice(start, start + shownAtOnce);
  if (pages !== undefined && page > pages) return <Navigate {...paths.destruction()} replace />;
  return (
    <>
      <PageHead
        above={<TextLink to="/services">Services</TextLink>}
        title="Sammelvernichtung"
        total={boxes?.length}
        actions={<DestroyMarked marked={data} />}
      />
      <p className="mb-3 min-h-5 text-muted tabular-nums">
        {boxes && boxes.length > 0 && `${showMarked(boxes)} zur Vernichtung markiert.`}
      </p>
      <Paged
        page={page}
        total={pages}
        count={boxes?.length}
        size={shownAtOnce}
        link={(to, props) => <Link {...paths.destruction({ page: to })} {...props} />}
      >
        <DataTable
          leading
          caption="Boxen zur Vernichtung"
          columns={markedColumns}
          rows={rows}
          rowKey={(box) => box.id}
          link={(box, content) => (
            <Link
              {...paths.box(box.id)}
              state={{ boxList: { search: { state: BoxState.marked }, index: start + (rows?.indexOf(box) ?? 0) } }}
            >
              {content}
            </Link>
          )}
          groupHead={(box, before) =>
            box.owner.id !== before?.owner.id && <OwnerHead boxes={byOwner?.get(box.owner.id) ?? []} today={today} />
          }
          fetching={isFetching}
          error={error}
          onRetry={refetch}
          empty={nothingMarked}
        />
      </Paged>
      <EarlierDestructions />
    </>
  );
}

const nothingMarked = (
  <EmptyState
    reason="Keine Box ist zur Vernichtung markiert."
    action={<ButtonLink {...paths.boxes()}>Zu den Boxen</ButtonLink>}
  />
);

/** Destroys what stands in the list and nothing that was marked since (product 4). */
function DestroyMarked({ marked }: { marked: MarkedBoxes | undefined }) {
  const navigate = useNavigate();
  const [early, setEarly] = useState<Early>();
  const show = async (destruction: string | null) => {
    if (destruction) await navigate(paths.destroyed(Number(destruction)));
  };
  const destroy = useMutation({
    mutationFn: ({ markedUntil }: MarkedBoxes) =>
      call(destroyMarked, { query: { marked_until: markedUntil, query: "{id}" } }),
    onSuccess: async ({ count, destruction, kept, held }, { boxes, markedUntil }) => {
      if (count > 0) notify(done.boxesDestroyed);
      if (kept > 0) setEarly({ kept, markedUntil, destruction });
      else await show(destruction);
      if (held > 0) notify(`${showBoxes(held)} nicht vernichtet: gesperrt.`, "warning");
      const left = boxes.length - count - kept - held;
      if (left > 0)
        notify(`${showBoxes(left)} nicht vernichtet: gerade erst markiert, geändert oder ohne Freigabe.`, "warning");
    },
    // Also after a failure: an answer that was lost on its way may stand for boxes that are gone.
    onSettled: () => touched(destroyMarked),
  });
  const ask = async () => {
    if (!marked) return;
    const { boxes } = marked;
    const warning = warnOf(boxes, berlinDay(new Date()), ({ code }) => showBoxCode(code));
    const yes = await confirm({
      title: "Alle Boxen wirklich vernichten?",
      text: `${showMarked(boxes)} ${boxes.length === 1 ? "wird" : "werden"} vernichtet. Die Plätze im Regal werden frei, Inhalte und Bilder können danach nicht mehr geändert werden.`,
      warning,
      action: "Boxen vernichten",
      danger: true,
      typeToConfirm: String(boxes.length),
    });
    if (yes) destroy.mutate(marked);
  };
  const none = marked?.boxes.length === 0;
  return (
    <>
      <Button
        look="danger"
        icon={PackageX}
        pending={destroy.isPending}
        disabledReason={(!marked && "Die Liste ist noch nicht geladen.") || (none && "Keine Box ist markiert.")}
        onClick={() => void ask()}
      >
        Boxen vernichten
      </Button>
      {early && (
        <DestroyKept
          early={early}
          onClose={(destruction) => {
            setEarly(undefined);
            void show(destruction);
          }}
        />
      )}
    </>
  );
}
