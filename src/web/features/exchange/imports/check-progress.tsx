import { X } from "lucide";
import type { ImportDetail } from "#contract/schemas/exchange/imports.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Progress } from "#web/ui/feedback/progress.tsx";
import type { useCheck } from "./use-check.ts";

type CheckProgressProps = { of: ImportDetail; check: ReturnType<typeof useCheck> };

/** Shows how far the check of a list is, and why there was none. */
export function CheckProgress({ of, check }: CheckProgressProps) {
  if (check.error) return <ErrorState error={check.error} />;
  if (!check.isPending) return null;
  return (
    <div className="mt-3 flex max-w-md items-center gap-3">
      <div className="min-w-0 flex-1">
        <Progress label="Liste wird geprüft ..." share={of.total > 0 ? of.rows / of.total : undefined} />
      </div>
      <Button icon={X} onClick={check.stop}>
        Abbrechen
      </Button>
    </div>
  );
}
