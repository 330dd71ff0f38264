import { editBox } from "#contract/calls/stock/boxes.ts";
import { boxRetention } from "#contract/calls/destruction/retention.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import type { RequestBody } from "#contract/route.ts";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { berlinDay } from "#rules/dates.ts";
import { formatBoxWarning } from "#rules/destruction/destruction.ts";
import { isRetentionOver } from "#rules/destruction/retention/retention.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { showInBox } from "#web/api/box-changes.ts";
import { call } from "#web/api/call.ts";
import { useActions } from "#web/detail-page/use-actions.ts";
import { loadChunk } from "#web/shell/lazy-page.ts";
import { scanOne } from "#web/outbox/scan-one.ts";

/** Returns the actions of staff on a box; each says so when it is done. */
export function useBoxActions(box: BoxDetail) {
  const { id, code } = box;
  const name = `Box ${showBoxCode(code)} von ${box.owner.name}`;
  const warn = () => formatBoxWarning(box, berlinDay(new Date()));
  const { start, ask, isPending, finish } = useActions<"mark" | "destroy" | "reactivate" | "receive" | "label">(
    [editBox, scan],
    {
      shown: true,
    },
  );
  const edit = async (body: RequestBody<typeof editBox>) => {
    const updatedBox = await call(editBox, { path: { id }, body });
    showInBox(id, () => updatedBox);
    return successTexts.boxUpdated;
  };
  const sendScan = async (operation: Parameters<typeof scanOne>[0]) => {
    await scanOne(operation);
    return successTexts.boxUpdated;
  };
  return {
    name,
    isPending,
    /** A repeated click takes it back: it asks only where something speaks against it. */
    mark: () => {
      const mark = () => edit({ state: BoxState.marked });
      const warning = warn();
      if (!warning) return start("mark", mark);
      const question = { title: "Zur Vernichtung markieren", text: `${name} wird markiert.`, action: "Markieren" };
      return void ask("mark", { ...question, warning }, mark);
    },
    /** The server knows the state before the mark; any other state asks for it (product 4). */
    resetMark: () => start("mark", () => edit({ state: BoxState.inStock })),
    /** Where it must still be kept, `askWhy` learns so. */
    destroy: (askWhy: (kept: string) => void) => {
      const text = `${name} wird vernichtet. Ihr Platz wird frei, Inhalte und Bilder können danach nicht mehr geändert werden.`;
      const question = { title: "Box vernichten", text, warning: warn(), action: "Vernichten", danger: true };
      return void ask("destroy", question, async () => {
        const retentionTexts = await keptBy(id);
        return retentionTexts === null ? edit({ state: BoxState.destroyed }) : askWhy(retentionTexts);
      });
    },
    reactivate: () => {
      const text = `${name} gilt danach als nicht eingelagert, ihr Vernichtungsdatum geht verloren.`;
      const question = { title: "Box reaktivieren", text, action: "Reaktivieren" };
      return void ask("reactivate", question, () => edit({ state: BoxState.notInStock }));
    },
    receive: () => {
      const text = `${name} ist wieder im Haus und wartet auf ihren Platz.`;
      const question = { title: "Box zurückgekommen", text, action: "Zurückgekommen" };
      return void ask("receive", question, () => sendScan({ kind: "receive", code }));
    },
    printLabel: () =>
      start("label", async () => {
        const { printBoxLabels } = await loadChunk(() => import("#web/label-printing/print-labels.ts"));
        return printBoxLabels([code]);
      }),
    questions: questionsOf(name, {
      release: async (text) => finish(await sendScan({ kind: "release", code, text })),
      inconsistent: async (text) => finish(await edit({ state: BoxState.inconsistent, text })),
      early: async (text) => finish(await edit({ state: BoxState.destroyed, text })),
    }),
  };
}

/** Why a box must still be kept: then it is destroyed with a reason only. Null where nothing keeps it. */
async function keptBy(id: number): Promise<string | null> {
  const { ends, reason } = await call(boxRetention, { path: { id } });
  return ends === null || isRetentionOver(ends, berlinDay(new Date())) ? null : reason;
}

/** Questions for actions that need more than a yes. */
const questionsOf = (
  name: string,
  send: Record<"release" | "inconsistent" | "early", (text: string) => Promise<void>>,
) => ({
  early: {
    title: "Vor Ende der Frist vernichten",
    required: true,
    action: "Trotzdem vernichten",
    send: send.early,
  },
  release: {
    title: "Box ausgelagert",
    text: `${name} hat das Haus verlassen, ohne Lieferung.`,
    required: false,
    action: "Ausgelagert",
    send: send.release,
  },
  inconsistent: {
    title: "Als inkonsistent melden",
    text: `${name} ist nicht, wo sie sein soll, oder anders als erfasst.`,
    required: true,
    action: "Als inkonsistent melden",
    send: send.inconsistent,
  },
});

export type BoxActing = ReturnType<typeof useBoxActions>;
export type BoxQuestion = keyof BoxActing["questions"];
