import { deleteContent, editContent } from "#contract/calls/stock/contents.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { successTexts } from "#rules/texts/done-texts.ts";
import { showInBox } from "#web/api/box-changes.ts";
import { call } from "#web/api/call.ts";
import { CallError } from "#web/api/call-error.ts";
import { invalidate } from "#web/api/queries.ts";
import { useActions } from "#web/detail-page/use-actions.ts";
import { scanOne } from "#web/outbox/scan-one.ts";

export type BoxContent = BoxDetail["content"][number];

/** Over the text that was seen and no other: what somebody else wrote meanwhile is shown, and stays until it is decided. */
async function saveText(id: number, text: string, seen: string, leaving: boolean) {
  try {
    return await call(editContent, { path: { id }, body: { text, before: { text: seen } }, keepalive: leaving });
  } catch (error) {
    if (error instanceof CallError && error.code === "changed") await invalidate(editContent);
    throw error;
  }
}

/** Returns the actions of staff on a content; each says so when it is done. */
export function useContentActions({ id, box, text }: BoxContent) {
  const { start, ask, finish } = useActions<"putBack" | "remove">([editContent, deleteContent, scan]);
  const change = (changed: (contents: BoxContent[]) => BoxContent[]) =>
    showInBox(box, (shown) => ({ ...shown, content: changed(shown.content) }));
  return {
    save: async (next: string, leaving: boolean, seen: string) => {
      const savedContent = await saveText(id, next, seen, leaving);
      change((contents) => contents.map((one) => (one.id === id ? { ...one, text: savedContent.text } : one)));
      await finish(successTexts.contentUpdated);
    },
    putBack: () =>
      start("putBack", async () => {
        await scanOne({ kind: "receive", content: id });
        return successTexts.contentUpdated;
      }),
    reportMissing: async (reason: string) => {
      await scanOne({ kind: "missing", content: id, text: reason });
      await finish(successTexts.contentUpdated);
    },
    remove: (onDone: () => void) => {
      const words = { title: "Inhalt löschen", action: "Inhalt löschen" };
      return ask("remove", { ...words, text: `„${text}“ wird gelöscht.`, danger: true }, async () => {
        await call(deleteContent, { path: { id } });
        change((contents) => contents.filter((one) => one.id !== id));
        onDone();
        return successTexts.contentDeleted;
      });
    },
  };
}
