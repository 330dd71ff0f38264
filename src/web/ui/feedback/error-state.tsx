import { CircleAlert, RotateCw } from "lucide";
import { Button } from "#web/ui/button/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

type ErrorStateProps = { error: Error | string; onRetry?: (() => unknown) | undefined; pending?: boolean | undefined };

/** A failure, said where the missing thing would stand. */
export function ErrorState({ error, onRetry, pending }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2 whitespace-normal text-danger">
      <span className="flex min-w-0 gap-x-3">
        <Icon of={CircleAlert} size={16} className="mt-0.5 shrink-0" />
        <span className="min-w-0 break-words">{typeof error === "string" ? error : error.message}</span>
      </span>
      {onRetry && (
        <Button icon={RotateCw} pending={pending} onClick={() => void onRetry()}>
          Erneut versuchen
        </Button>
      )}
    </div>
  );
}
