import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { asked, sendNow } from "./leaving.ts";

const title = (count: number) => `${count === 1 ? "1 Scan ist" : `${count} Scans sind`} noch nicht gesendet`;

/** Where the question appears that is asked when somebody signs out with scans that are not sent; the shell has one. */
export function UnsentQuestion() {
  const question = asked.use();
  return question && <Question {...question} />;
}

function Question({ count: first, answer }: NonNullable<ReturnType<typeof asked.get>>) {
  const [count, setCount] = useState(first);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    setIsSending(true);
    const left = await sendNow();
    setIsSending(false);
    if (left.count === 0) return answer("sent");
    setCount(left.count);
    setFailure(left.failure);
  };
  return (
    <Dialog open onClose={() => answer("stay")} title={title(count)} role="alertdialog">
      <div className="grid gap-4">
        <p>
          Wenn Sie sich jetzt abmelden, {count === 1 ? "bleibt er" : "bleiben sie"} auf diesem Gerät und{" "}
          {count === 1 ? "wird" : "werden"} unter Ihrem Namen gesendet, sobald das Netz wieder da ist.
        </p>
        {failure && <ErrorState error={failure} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => answer("stay")}>Abbrechen</Button>
          <Button onClick={() => answer("unsent")}>Trotzdem abmelden</Button>
          <Button look="primary" pending={isSending} onClick={() => void send()}>
            Jetzt senden
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
