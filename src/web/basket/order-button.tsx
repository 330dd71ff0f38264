import { useNavigate } from "@tanstack/react-router";
import { FileScan, Truck } from "lucide";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import type { DraftCustomer } from "#rules/deliveries/delivery-draft.ts";
import { contentMayBe } from "#rules/stock/content-state.ts";
import type { PageAction } from "#web/detail-page/detail-head.tsx";
import { useActions } from "#web/detail-page/use-actions.ts";
import { paths } from "#web/paths.ts";
import { loadChunk } from "#web/shell/lazy-page.ts";
import { Button } from "#web/ui/button/button.tsx";
import { notInStock, whyNotWhole } from "./basket-orderable.ts";
import type { OrderAddition } from "./order-now.ts";

type Content = BoxDetail["content"][number];

/** Orders one of the contents of a box, on paper or as a scan; the summary of the order comes next. */
export function useContentOrder({ id, code, owner }: BoxDetail, { id: content, text }: Content) {
  const { order, pending } = useOrder();
  const wanted = [{ type: "addContent", content: { id: content, text, box: { id, code } } }] as const;
  return { order: () => order(owner, wanted), orderScan: () => order(owner, wanted, true), pending };
}

/** Buttons by which a customer's user orders a content. */
export function OrderContent({ box, content }: { box: BoxDetail; content: Content }) {
  const { order, orderScan, pending } = useContentOrder(box, content);
  return (
    <>
      <Button look="quiet" icon={Truck} aria-label={`„${content.text}“ anfordern`} pending={pending} onClick={order}>
        Anfordern
      </Button>
      <Button
        look="quiet"
        icon={FileScan}
        aria-label={`„${content.text}“ als Scan`}
        pending={pending}
        onClick={orderScan}
      >
        Als Scan
      </Button>
    </>
  );
}

/** Orders the box that one looks at; the summary of the order comes next. */
export function useOrderAction(box: BoxDetail): PageAction {
  const { order, pending } = useOrder();
  const { id, code } = box;
  const act = () => order(box.owner, [{ type: "addBox", box: { id, code } }]);
  return { text: "Anfordern", icon: Truck, act, pending, blocked: whyNot(box) };
}

/** Says whether a content can be ordered by itself. */
export const mayOrderContent = ({ state }: BoxDetail, content: Content) =>
  state === BoxState.inStock && contentMayBe("order", content.state);

function whyNot(box: BoxDetail): string | false {
  if (box.state !== BoxState.inStock) return notInStock(showBoxCode(box.code), boxStateText[box.state]);
  return whyNotWhole(box) ?? false;
}

/** Begins an order of a customer, or adds to it: its summary comes next, or without anything the choice of boxes. */
export function useOrder() {
  const navigate = useNavigate();
  const { start, isPending } = useActions<"order">([]);
  const order = (customer: DraftCustomer, wanted: readonly OrderAddition[], asScan = false) =>
    start("order", async () => {
      const { orderNow } = await loadChunk(() => import("./order-now.ts"));
      if (await orderNow(customer, wanted, asScan)) await navigate(paths.newDelivery(wanted.length > 0 ? 3 : 2));
    });
  return { order, pending: isPending("order") };
}
