import { type LinkOptions, useNavigate } from "@tanstack/react-router";
import type { deleteArea } from "#contract/calls/stock/areas.ts";
import type { deleteBox } from "#contract/calls/stock/boxes.ts";
import type { deleteCustomer } from "#contract/calls/customers/customers.ts";
import { call } from "#web/api/call.ts";
import { Button } from "#web/ui/button/button.tsx";
import { useActions } from "./use-actions.ts";

type Deletion = {
  route: typeof deleteArea | typeof deleteBox | typeof deleteCustomer;
  id: number;
  /** Text of the button, and title of the question: `Box löschen`. */
  label: string;
  /** Thing that is lost, with its name. */
  loss: string;
  notice: string;
  /** Where one is afterwards. */
  next: Pick<LinkOptions, "to">;
};

/** Deletes the thing of a page, after a question, and leaves the page. */
export function useDeletion({ route, id, label, loss, notice, next }: Deletion) {
  const navigate = useNavigate();
  const { ask, isPending } = useActions<"delete">([route]);
  const question = { title: label, text: loss, action: label, danger: true };
  const remove = async () => {
    await call(route, { path: { id } });
    await navigate({ ...next, ignoreBlocker: true }); // before its page asks for it again
    return notice;
  };
  return { act: () => void ask("delete", question, remove), pending: isPending("delete") };
}

/** A button that does so. */
export function DeleteButton(of: Deletion) {
  const { act, pending } = useDeletion(of);
  return (
    <Button look="danger" pending={pending} onClick={act}>
      {of.label}
    </Button>
  );
}
