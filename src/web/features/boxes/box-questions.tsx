import { useEffect } from "react";
import { textLength } from "#contract/limits.ts";
import type { ReasonDialogProps } from "#web/ui/dialog/reason-dialog.tsx";
import type { BoxActing } from "./use-box-actions.ts";
import { useOnDemand } from "#web/shell/use-on-demand.ts";

export type BoxQuestion = "release" | "inconsistent";

type BoxQuestionsProps = { actions: BoxActing; asked: BoxQuestion; onClose: () => void };

/** The actions that need more than a yes. */
export function BoxQuestions({ actions, asked, onClose }: BoxQuestionsProps) {
  const [ReasonDialog, request] = useOnDemand(
    async () => (await import("#web/ui/dialog/reason-dialog.tsx")).ReasonDialog,
    onClose,
  );
  useEffect(request);
  return ReasonDialog && <ReasonDialog {...questionOf(asked, actions)} maxLength={textLength} onClose={onClose} />;
}

function questionOf(asked: BoxQuestion, actions: BoxActing): Omit<ReasonDialogProps, "maxLength" | "onClose"> {
  const { name, release, reportInconsistent } = actions;
  if (asked === "release")
    return {
      title: "Box ausgelagert",
      text: `${name} hat das Haus verlassen, ohne Lieferung.`,
      label: "Grund",
      required: false,
      action: "Ausgelagert",
      send: release,
    };
  return {
    title: "Als inkonsistent melden",
    text: `${name} ist nicht, wo sie sein soll, oder anders als erfasst.`,
    label: "Grund",
    required: true,
    action: "Als inkonsistent melden",
    send: reportInconsistent,
  };
}
