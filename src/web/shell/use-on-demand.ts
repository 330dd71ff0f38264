import { type ComponentType, useRef, useState } from "react";
import { loadChunk } from "./lazy-page.ts";
import { notify } from "#web/ui/feedback/notify.ts";

/** A part that most visits of a page do not need: null until it was asked for and has come. */
export function useOnDemand<P>(
  load: () => Promise<ComponentType<P>>,
  onFail?: () => void,
): [ComponentType<P> | null, () => void] {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  const asked = useRef(false);
  const request = () => {
    if (asked.current) return;
    asked.current = true;
    loadChunk(load).then(
      (loaded) => setPart(() => loaded),
      (error: Error) => {
        asked.current = false;
        notify(error.message, "error");
        onFail?.();
      },
    );
  };
  return [Part, request];
}
