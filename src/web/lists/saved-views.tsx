import { Bookmark } from "lucide";
import { useState } from "react";
import type { List } from "#contract/list.ts";
import { onDemand } from "#web/shell/on-demand.tsx";
import { Button } from "#web/ui/button/button.tsx";
import type { ViewsDialogProps } from "./views-dialog.tsx";

const ViewsDialog = onDemand(async () => (await import("./views-dialog.tsx")).ViewsDialog);

/** The views of a list that somebody has saved for themselves, and the way to save one. */
export function SavedViews<L extends List>(props: Omit<ViewsDialogProps<L>, "onClose">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Bookmark} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="max-sm:sr-only">Ansichten</span>
      </Button>
      {isOpen && (
        <ViewsDialog {...(props as unknown as Omit<ViewsDialogProps, "onClose">)} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
