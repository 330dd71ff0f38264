import { useMutation } from "@tanstack/react-query";
import type { BoxDetail } from "#contract/schemas/boxes.ts";
import { editBox } from "#contract/calls/boxes.ts";
import type { Input } from "#contract/route.ts";
import { showBoxCode } from "#rules/box-code.ts";
import { BoxState } from "#rules/box-state.ts";
import { done } from "#rules/done-texts.ts";
import { call } from "#web/api/call.ts";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { boxChanged, showInBox } from "#web/api/box-changes.ts";
import { scanOne } from "#web/outbox/scan-one.ts";

type Edit = Input<typeof editBox>["body"];

/** What staff can do with a box; each says so when it is done. */
export function useBoxActions(box: BoxDetail) {
  const { id, code } = box;
  const name = `Box ${showBoxCode(code)} von ${box.owner.name}`;
  const edit = async (body: Edit) => {
    const changed = await call(editBox, { path: { id }, body });
    showInBox(id, () => changed);
    await told();
  };
  const told = async () => {
    notify(done.boxUpdated);
    await boxChanged();
  };
  const running = useMutation({
    mutationFn: ({ run }: { name: string; run: () => Promise<void> }) => run(),
    // It may have changed in the meantime: then the page must show so.
    onError: () => boxChanged(),
  });
  const start = (action: string, run: () => Promise<void>) => running.mutate({ name: action, run });
  const isPending = (action: string) => running.isPending && running.variables.name === action;
  return {
    name,
    isPending,
    mark: () => start("mark", () => edit({ state: BoxState.marked })),
    /** The server knows the state before the mark; any other state asks for it (product 4). */
    resetMark: () => start("mark", () => edit({ state: BoxState.inStock })),
    destroy: async () => {
      const text = `${name} wird vernichtet. Ihr Platz wird frei, Inhalte und Bilder können danach nicht mehr geändert werden.`;
      const yes = await confirm({ title: "Box vernichten", text, action: "Vernichten", danger: true });
      if (yes) start("destroy", () => edit({ state: BoxState.destroyed }));
    },
    reactivate: async () => {
      const text = `${name} gilt danach als nicht eingelagert, ihr Vernichtungsdatum geht verloren.`;
      const yes = await confirm({ title: "Box reaktivieren", text, action: "Reaktivieren" });
      if (yes) start("reactivate", () => edit({ state: BoxState.notInStock }));
    },
    receive: async () => {
      const text = `${name} ist wieder im Haus und wartet auf ihren Platz.`;
      const yes = await confirm({ title: "Box zurückgekommen", text, action: "Zurückgekommen" });
      if (!yes) return;
      start("receive", async () => {
        await scanOne({ kind: "receive", code });
        await told();
      });
    },
    release: async (text: string) => {
      await scanOne({ kind: "release", code, text });
      await told();
    },
    reportInconsistent: (text: string) => edit({ state: BoxState.inconsistent, text }),
  };
}

export type BoxActing = ReturnType<typeof useBoxActions>;
