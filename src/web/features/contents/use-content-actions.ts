import { useMutation } from "@tanstack/react-query";
import type { BoxDetail } from "#contract/schemas/boxes.ts";
import { deleteContent, editContent } from "#contract/calls/contents.ts";
import { done } from "#rules/done-texts.ts";
import { call } from "#web/api/call.ts";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { boxChanged, showInBox } from "#web/api/box-changes.ts";
import { scanOne } from "#web/outbox/scan-one.ts";

export type BoxContent = BoxDetail["content"][number];

/** What staff can do with a content; each says so when it is done. */
export function useContentActions({ id, box, text }: BoxContent) {
  const told = async (notice: string) => {
    notify(notice);
    await boxChanged();
  };
  const running = useMutation({
    mutationFn: (run: () => Promise<void>) => run(),
    // It may have changed in the meantime: then the page must show so.
    onError: () => boxChanged(),
  });
  return {
    isPending: running.isPending,
    save: async (next: string, leaving: boolean) => {
      const saved = await call(editContent, { path: { id }, body: { text: next }, keepalive: leaving });
      showInBox(box, (shown) => ({
        ...shown,
        content: shown.content.map((content) => (content.id === id ? { ...content, text: saved.text } : content)),
      }));
      await told(done.contentUpdated);
    },
    putBack: () =>
      running.mutate(async () => {
        await scanOne({ kind: "receive", content: id });
        await told(done.contentUpdated);
      }),
    reportMissing: async (reason: string) => {
      await scanOne({ kind: "missing", content: id, text: reason });
      await told(done.contentUpdated);
    },
    remove: async (onDone: () => void) => {
      const yes = await confirm({
        title: "Inhalt löschen",
        text: `„${text}“ wird gelöscht.`,
        action: "Inhalt löschen",
        danger: true,
      });
      if (!yes) return;
      running.mutate(async () => {
        await call(deleteContent, { path: { id } });
        showInBox(box, (shown) => ({ ...shown, content: shown.content.filter((content) => content.id !== id) }));
        onDone();
        await told(done.contentDeleted);
      });
    },
  };
}
