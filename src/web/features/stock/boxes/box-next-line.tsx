import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { nextOfBox } from "#rules/stock/box-next.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { showStandingOfCase } from "#rules/stocktake/case-next.ts";
import { paths } from "#web/paths.ts";
import { TextLink } from "#web/ui/button/links.tsx";

/** The delivery for which a box, or one of its contents, was ordered last. */
export const deliveryOfBox = ({ state, history }: Pick<BoxDetail, "state" | "history">) =>
  state === BoxState.ordered
    ? history.findLast(({ state: kind, meta }) => kind === HistoryKind.ordered && !meta?.content)?.meta?.delivery
    : undefined;

/** Shows the next step for a box, with the delivery that takes it and the case that is about it. */
export function BoxNext({ box, isStaff }: { box: BoxDetail; isStaff: boolean }) {
  const { state, position, destroyed, case: open } = box;
  const delivery = deliveryOfBox(box);
  if (box.continued_as)
    return (
      <>
        Die Box gehört einem anderen Kunden und heißt jetzt{" "}
        <TextLink {...paths.box(box.continued_as.id)} className="underline">
          {showBoxCode(box.continued_as.code)}
        </TextLink>
        .
      </>
    );
  return (
    <>
      {nextOfBox({ state, destroyed, isPlaced: Boolean(position) }, isStaff)}
      {delivery !== undefined && (
        <>
          {" "}
          <TextLink {...paths.delivery(delivery)} className="underline">
            Lieferung {showDeliveryCode(delivery)}
          </TextLink>
        </>
      )}
      {open && (
        <span className="block">
          <TextLink {...paths.case(open.id)} className="underline">
            Klärfall {open.number}
          </TextLink>
          , {showStandingOfCase(open)}
        </span>
      )}
    </>
  );
}
