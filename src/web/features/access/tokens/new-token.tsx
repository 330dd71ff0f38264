import { useEffect, useRef } from "react";
import type { NewApiToken } from "#contract/schemas/access/tokens.ts";
import { useLeaveQuestion } from "#web/shell/leave-question.ts";
import { Button } from "#web/ui/button/button.tsx";
import { CopyButton } from "#web/ui/button/copy-button.tsx";

/** Shows a token, which the server shows only once; it goes away by its own button only. */
export function NewToken({ token, onLeave }: { token: NewApiToken; onLeave: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useLeaveQuestion(true, `Das Token „${token.name}“ wird danach nicht mehr angezeigt.`, words);
  return (
    <section
      aria-labelledby="new-token"
      className="mb-4 max-w-prose rounded-md border border-l-4 border-line border-l-accent bg-surface p-4"
    >
      <h3 ref={heading} id="new-token" tabIndex={-1} className="font-semibold outline-none">
        Token „{token.name}“
      </h3>
      <p className="my-3 flex items-center gap-2">
        <output className="min-w-0 rounded-sm border border-line bg-page px-3 py-1 font-semibold break-all select-all">
          {token.token}
        </output>
        <CopyButton text={token.token} label="Token kopieren" />
      </p>
      <p className="mb-4 text-muted">
        Es wird nur dieses eine Mal angezeigt. Wer es hat, kann alles, was angehakt war: Es gehört dorthin, wo das
        Programm seine Passwörter aufbewahrt, und in keine E-Mail.
      </p>
      <Button look="primary" onClick={onLeave}>
        Token notiert
      </Button>
    </section>
  );
}

const words = { title: "Token notiert?", action: "Seite verlassen" };
