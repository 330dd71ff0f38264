import { showThings } from "#rules/amounts.ts";
import { type LeavePrompt, leaveQuestion } from "#web/outbox/leaving.ts";
import { useUnsent } from "#web/outbox/use-unsent.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";

/** Asked when somebody leaves with scans that are not sent. */
export function LeaveQuestion() {
  const question = leaveQuestion.use();
  return question && <Question {...question} />;
}

function Question(question: LeavePrompt) {
  const { count, failure, isSending, send, answer } = useUnsent(question);
  const title = `${showThings(count, "Scan ist", "Scans sind")} nicht gesendet`;
  return (
    <Dialog open onClose={() => answer(false)} title={title} role="alertdialog" className="mb-2!">
      <div className="grid gap-3">
        <p>Gesperrt bleiben sie hier und gehen unter Ihrem Namen hinaus, sobald das Netz da ist.</p>
        {failure && (
          <p role="alert" className="text-danger">
            {failure}
          </p>
        )}
        <Button look="primary" className="min-h-14!" pending={isSending} onClick={send}>
          Jetzt senden
        </Button>
        <Button className="min-h-14!" onClick={() => answer(true)}>
          Sperren
        </Button>
        <Button look="quiet" className="min-h-14!" onClick={() => answer(false)}>
          Weiterarbeiten
        </Button>
      </div>
    </Dialog>
  );
}
