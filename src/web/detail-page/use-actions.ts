import { useMutation } from "@tanstack/react-query";
import { invalidate, type WritingRoute } from "#web/api/queries.ts";
import { confirm } from "#web/ui/dialog/confirm.tsx";
import { notify } from "#web/ui/feedback/notify.ts";

type Question = Parameters<typeof confirm>[0];
/** Does it, and answers the notice that it is done; none where the screen shows so by itself. */
type RunningAction = () => Promise<string | void>;

/**
 * Runs the actions of a screen, one at a time; each reports when it is done. Data that its calls touch is reloaded, also after a failure, because the
 * thing may have changed in the meantime. `inPlace`: the screen shows the failure itself. `shown`: it also shows the answer, so that the next action
 * need not wait for the loading.
 */
export function useActions<Name extends string>(
  calls: readonly WritingRoute[],
  { inPlace = false, shown = false }: { inPlace?: boolean; shown?: boolean } = {},
) {
  const refresh = () => invalidate(...calls);
  const finish = async (notice: string | void) => {
    if (notice) notify(notice);
    const loading = refresh();
    if (!shown) await loading;
  };
  const running = useMutation({
    mutationFn: async ({ action }: { name: Name; action: RunningAction }) => finish(await action()),
    meta: { inPlace },
    onError: refresh,
  });
  const start = (name: Name, action: RunningAction) => running.mutate({ name, action });
  return {
    error: running.error,
    isPending: (name: Name) => running.isPending && running.variables.name === name,
    start,
    /** Runs an action that needs a yes first. */
    ask: async (name: Name, question: Question, action: RunningAction) => {
      if (await confirm(question)) start(name, action);
    },
    /** The end of what a form or a dialog has sent. */
    finish,
  };
}
