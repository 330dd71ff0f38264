import { Printer } from "lucide";
import { useEffect, useRef } from "react";
import { useSettings } from "#web/api/settings.ts";
import { useSession } from "#web/api/session.ts";
import { useLeaveQuestion } from "#web/shell/leave-question.ts";
import { Button } from "#web/ui/button/button.tsx";
import { CopyButton } from "#web/ui/button/copy-button.tsx";

type RecoveryCodesProps = { codes: readonly string[]; onLeave: () => void };

/** Shows the recovery codes, which the server shows only once; they go away by their own button only. */
export function RecoveryCodes({ codes, onLeave }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { product_title } = useSettings();
  const email = useSession().user?.email;
  useEffect(() => heading.current?.focus(), []);
  useLeaveQuestion(true, "Die Wiederherstellungscodes werden danach nicht mehr angezeigt.", words);
  return (
    <section
      aria-labelledby="recovery-codes"
      className="max-w-md rounded-md border border-l-4 border-line border-l-accent bg-surface p-4"
    >
      <h3 ref={heading} id="recovery-codes" tabIndex={-1} className="font-semibold outline-none">
        Wiederherstellungscodes für {product_title}, {email}
      </h3>
      <p className="my-3 text-muted">
        Wenn Sie Ihr Telefon nicht zur Hand haben, öffnet jeder dieser Codes einmal die Tür. Sie werden nur dieses eine
        Mal angezeigt. Bitte bewahren Sie sie auf, wo niemand anders sie findet.
      </p>
      <ul className="mb-4 grid gap-y-1 rounded-sm border border-line bg-page px-3 py-2 tabular-nums select-all">
        {codes.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <div data-screen-only className="flex flex-wrap items-center gap-2">
        <Button look="primary" onClick={onLeave}>
          Codes notiert
        </Button>
        <Button icon={Printer} onClick={() => print()}>
          Drucken
        </Button>
        <CopyButton text={codes.join("\n")} label="Codes kopieren" />
      </div>
    </section>
  );
}

const words = { title: "Codes notiert?", action: "Seite verlassen" };
