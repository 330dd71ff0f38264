import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { notify } from "#web/ui/feedback/notify.ts";
import { loadChunk } from "./lazy-page.ts";

/** A part that most visits of a page do not need: it comes when it is first shown; one that does not come says so. */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>) {
  return function OnDemand(props: P & { onClose?: () => void }): ReactNode {
    const [Part, setPart] = useState<ComponentType<P> | null>(null);
    const { onClose } = props;
    useEffect(() => {
      const onFailure = (error: Error) => {
        notify(error.message, "error");
        onClose?.();
      };
      loadChunk(load).then((loaded) => setPart(() => loaded), onFailure);
      // Once: whoever wants to try again opens it again.
      // oxlint-disable-next-line react/exhaustive-deps
    }, []);
    return Part && <Part {...props} />;
  };
}
