import { clsx } from "clsx";
import type { LinkOptions } from "@tanstack/react-router";
import type { Home, WaitingLine } from "#contract/schemas/home/home.ts";
import { useSession } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button/links.tsx";
import type { User } from "#contract/schemas/access/users.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { Section } from "#web/ui/page/section.tsx";
import { BoxState } from "#rules/stock/box-state.ts";
import { FirstStepsSection } from "./first-steps-section.tsx";
import { StockMonths } from "./stock-months-section.tsx";
import { Doors } from "./doors.tsx";
import { OwnDeliveriesSection } from "./own-deliveries-section.tsx";
import { TourSection } from "./tour-section.tsx";
import { lines as classes } from "./line.ts";
import { actionOf, waitingText } from "./waiting-texts.ts";

type Target = Pick<LinkOptions, "to">;
type Place = (asked: { readonly id: number; readonly isOne: boolean; readonly user: User }) => Target;

const boxes =
  (state: BoxState): Place =>
  ({ id, isOne }) =>
    isOne ? paths.box(id) : paths.boxes({ state });
const batch: Place = ({ id, user }) => (user.is_staff ? paths.batch(id) : paths.ownBatch(id));
const batches: Place = (asked) => {
  const turn = { turn: true };
  return asked.isOne ? batch(asked) : asked.user.is_staff ? paths.batches(turn) : paths.ownBatches(turn);
};
const importing: Place = ({ id, isOne, user }) => {
  if (!isOne) return { to: user.is_staff ? "/services/imports" : "/imports" };
  const params = { id };
  return user.is_staff
    ? ({ to: "/services/imports/$id", params } as Target)
    : ({ to: "/imports/$id", params } as Target);
};
const cases =
  (open: "due" | "asks" | "all", isOwn = false): Place =>
  ({ id, isOne, user }) =>
    isOne ? paths.case(id) : paths.cases({ open, ...(isOwn && { assignee: user.id }) });

/** Where each is done: the thing itself where it is one, otherwise the list of them. */
const places: Readonly<Record<WaitingLine["kind"], Place>> = {
  batch_draft: batches,
  batch_approve: batches,
  batch_letter: batch,
  batch_unanswered: batch,
  batch_nobody: ({ id, user }) => (user.is_staff ? paths.customer(id, { tab: "retention" }) : { to: "/colleagues" }),
  batch_confirm: batches,
  batch_shred: batches,
  batch_witness: batches,
  batch_certify: batches,
  procedure: ({ id, user }) => (user.is_staff ? paths.customer(id, { tab: "retention" }) : paths.ownBatches()),
  import_errors: importing,
  import_open: importing,
  rows_counted: ({ id }) => paths.stocktake(id),
  second_looks: ({ id }) => paths.stocktake(id),
  cases_due: cases("due"),
  cases_seen: cases("asks"),
  cases_mine: cases("all", true),
  boxes_overdue: ({ id, isOne }) => (isOne ? paths.box(id) : paths.boxes({ due: "overdue" })),
  boxes_returned: boxes(BoxState.retour),
  boxes_inconsistent: boxes(BoxState.inconsistent),
  boxes_marked: () => paths.destruction(),
  billing_due: () => paths.billingRun(),
  numbers: () => ({ to: "/billing/accounting" }),
  messages_failed: () => paths.messages({ state: "failed" }),
  pictures: ({ id, isOne }) => (isOne ? paths.box(id) : paths.boxes({ pictures: "todo" })),
};

/** Where somebody does what waits. */
const waitingLink = ({ kind, count, first: { id } }: WaitingLine, user: User): Target =>
  places[kind]({ id, isOne: count === 1, user });

/** Lists the work under way and the work that waits. For those who lead, shows how full the shelves are. */
export function Worklist({ home }: { home: Home }) {
  const { user } = useSession();
  if (!user) return null;
  const { tour, waiting, first_steps } = home;
  if (!user.is_staff) return <OwnWork home={home} user={user} />;
  const stock = first_steps ? null : home.stock; // nothing stands there yet
  return (
    <div className={clsx("grid gap-x-8 lg:grid-cols-2", stock && "xl:grid-cols-[1fr_1fr_18rem]")}>
      {first_steps ? <FirstStepsSection steps={first_steps} /> : <TourSection tour={tour} />}
      <WaitingSection lines={waiting} user={user} />
      {stock && <StockMonths months={stock} />}
    </div>
  );
}

/** Shows a customer's user what waits for them, then what comes, then what they may ask for. */
function OwnWork({ home: { tour, waiting, may_import }, user }: { home: Home; user: User }) {
  return (
    <>
      <WaitingSection lines={waiting} user={user} />
      <OwnDeliveriesSection tour={tour} hasSeveral={user.customers.length > 1} />
      <Doors mayImport={may_import} />
    </>
  );
}

/** Lists the things that wait for the current user, the oldest first, each with its one button. */
function WaitingSection({ lines, user }: { lines: readonly WaitingLine[]; user: User }) {
  return (
    <Section title="Wartet auf Sie" total={lines.length > 0 ? lines.length : undefined}>
      {lines.length > 0 && (
        <ul className={classes.list}>
          {lines.map((line) => (
            <li key={line.kind} className={classes.line}>
              <div className={classes.text}>
                <p>{waitingText(line)}</p>
                <p className="text-muted tabular-nums">
                  {((line.count === 1 && line.kind !== "billing_due") || line.kind === "batch_nobody") &&
                    `${line.first.name}, `}
                  {sinceText(line.since)}
                </p>
              </div>
              <ButtonLink {...waitingLink(line, user)}>
                <span>
                  {actionOf(line)}
                  <span className="sr-only"> ({waitingText(line)})</span>
                </span>
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-muted">{lines.length > 0 ? "Sonst nichts offen" : "Zurzeit wartet nichts auf Sie."}</p>
    </Section>
  );
}

function sinceText(since: string): string {
  const day = berlinDay(new Date(since));
  return day === berlinDay(new Date()) ? "seit heute" : `seit ${showDate(day)}`;
}
