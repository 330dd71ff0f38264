import { showThings } from "#rules/amounts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { type LeavePrompt, leaveQuestion } from "./leaving.ts";
import { useUnsent } from "./use-unsent.ts";

/** Where the question appears that is asked when somebody signs out with scans that are not sent; the shell has one. */
export function UnsentQuestion() {
  const question = leaveQuestion.use();
  return question && <Question {...question} />;
}

function Question(question: LeavePrompt) {
  const { count, failure, isSending, send, answer } = useUnsent(question);
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title={`${showThings(count, "Scan ist", "Scans sind")} noch nicht gesendet`}
      role="alertdialog"
    >
      <div className="grid gap-4">
        <p>
          Wenn Sie sich jetzt abmelden, {count === 1 ? "bleibt er" : "bleiben sie"} auf diesem Gerät und{" "}
          {count === 1 ? "wird" : "werden"} unter Ihrem Namen gesendet, sobald das Netz wieder da ist.
        </p>
        {failure && <ErrorState error={failure} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => answer(false)}>Abbrechen</Button>
          <Button onClick={() => answer(true)}>Trotzdem abmelden</Button>
          <Button look="primary" pending={isSending} onClick={send}>
            Jetzt senden
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
