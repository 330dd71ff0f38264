import { FileDown } from "lucide";
import type { Input } from "#contract/route.ts";
import { type FileRoute, useDownload } from "#web/api/download.ts";
import { Button } from "#web/ui/button/button.tsx";
import { notify } from "#web/ui/feedback/notify.ts";
import { useEffect } from "react";

/** Saves labels as a file for a label printer. */
export function ZplButton<const R extends FileRoute>({ call, input }: { call: R; input: Input<R> }) {
  const { running, error, start } = useDownload(call);
  useEffect(() => {
    if (error) notify(error.message, "error");
  }, [error]);
  return (
    <Button icon={FileDown} pending={running} onClick={() => void start(input)}>
      als ZPL
    </Button>
  );
}
