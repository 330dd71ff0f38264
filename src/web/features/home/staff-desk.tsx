import {
  CalendarClock,
  CalendarDays,
  CalendarPlus,
  ClipboardCheck,
  ClipboardList,
  Flag,
  Image,
  ScanLine,
  TriangleAlert,
  Undo2,
  UserCheck,
} from "lucide";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BoxesOverview } from "#contract/schemas/stock/boxes.ts";
import type { PlannedDelivery } from "#contract/schemas/deliveries/deliveries.ts";
import type { Worklist } from "#contract/schemas/stocktake/stocktakes.ts";
import { mostToDo } from "#contract/limits.ts";
import { showCount } from "#rules/amounts.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { planPartOf, planPartText } from "#rules/deliveries/delivery-plan.ts";
import { DeliveryKind } from "#rules/deliveries/delivery-state.ts";
import { StocktakeState } from "#rules/stocktake/stocktake-state.ts";
import { useSession } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { Tile, tiles } from "./tile.tsx";
import { homeQueries } from "./home-loader.ts";

/** What there is to do: each figure leads to its list. */
export function StaffDesk() {
  const plan = useQuery(homeQueries.plan);
  const overview = useQuery(homeQueries.overview);
  const work = useQuery(homeQueries.worklist);
  const failedQuery = [plan, overview, work].find(({ error }) => error);
  const orders = plan.data?.results.filter(({ kind }) => kind === DeliveryKind.customer);
  const returns = plan.data?.results.filter(({ kind }) => kind === DeliveryKind.return);
  const [now] = useState(() => new Date());
  const due = (part: "overdue" | "today" | "tomorrow") => ({
    label: planPartText[part],
    link: { to: "/deliveries/plan" } as const,
    ...countText(plan.error ? null : orders?.filter(({ time }) => planPartOf(time, now) === part), "zu holen"),
  });
  return (
    <>
      {failedQuery?.error && (
        <ErrorState error={failedQuery.error} onRetry={failedQuery.refetch} pending={failedQuery.isFetching} />
      )}
      <Section title="Lieferungen">
        <ul className={tiles}>
          <Tile icon={CalendarClock} isUrgent {...due("overdue")} />
          <Tile icon={CalendarDays} {...due("today")} />
          <Tile icon={CalendarPlus} {...due("tomorrow")} />
          <Tile
            icon={Undo2}
            label="Rückgaben"
            link={{ to: "/deliveries/plan" }}
            {...countText(plan.error ? null : returns, "erwartet")}
          />
        </ul>
      </Section>
      <BoxTiles counts={overview.error ? null : overview.data} />
      <StocktakeTiles work={work.error ? null : work.data} />
    </>
  );
}

/** Boxes that need somebody. */
function BoxTiles({ counts }: { counts: BoxesOverview | null | undefined }) {
  const of = (name: keyof BoxesOverview) => counts && counts[name];
  return (
    <Section title="Boxen">
      <ul className={tiles}>
        <Tile
          icon={TriangleAlert}
          isUrgent
          label="Inkonsistent"
          count={of("boxes_inconsistent_count")}
          link={paths.boxes({ state: BoxState.inconsistent })}
        />
        <Tile
          icon={Undo2}
          label="Einzulagern"
          more="zurückgekommen"
          count={of("boxes_retour_count")}
          link={paths.boxes({ state: BoxState.retour })}
        />
        <Tile
          icon={Flag}
          label="Markiert"
          more="zur Vernichtung"
          count={of("boxes_marked_count")}
          link={paths.destruction()}
        />
        <Tile
          icon={Image}
          label="Bilder"
          more="zu bearbeiten"
          count={of("images_to_do_count")}
          most={mostToDo}
          link={paths.boxes({ pictures: "todo" })}
        />
      </ul>
    </Section>
  );
}

/** Rows that are counted, and what is unclear. */
function StocktakeTiles({ work }: { work: Worklist | null | undefined }) {
  const userId = useSession().user?.id;
  const cases = work && work.cases;
  return (
    <Section title="Inventur und Klärfälle">
      <ul className={tiles}>
        <Tile
          icon={ClipboardCheck}
          label="Zu prüfen"
          more="gezählte Reihen"
          count={work && work.to_check}
          link={paths.stocktakes({ state: StocktakeState.counted })}
        />
        <Tile
          icon={ClipboardList}
          label="Wird gezählt"
          more={work && work.second_looks > 0 ? `${showCount(work.second_looks)} zweite Blicke` : "Reihen"}
          count={work && work.counting}
          link={paths.stocktakes({ state: StocktakeState.counting })}
        />
        <Tile
          icon={TriangleAlert}
          isUrgent
          label="Fällige Klärfälle"
          more={cases ? `von ${showCount(cases.open)} offenen` : undefined}
          count={cases && cases.due}
          link={paths.cases({ open: "due" })}
        />
        <Tile
          icon={ScanLine}
          label="Inzwischen gescannt"
          more="vielleicht geklärt"
          count={cases && cases.asks}
          link={paths.cases({ open: "asks" })}
        />
        <Tile
          icon={UserCheck}
          label="Meine Klärfälle"
          count={cases && cases.mine}
          link={paths.cases({ open: "all", assignee: userId })}
        />
      </ul>
    </Section>
  );
}

function countText(deliveries: readonly PlannedDelivery[] | null | undefined, what: string) {
  const lineCount = deliveries?.reduce((sum, { left_count }) => sum + left_count, 0) ?? 0;
  return {
    count: deliveries && deliveries.length,
    more: lineCount > 0 ? `${showCount(lineCount)} Stück ${what}` : undefined,
  };
}
