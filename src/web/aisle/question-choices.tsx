import type { FlowChoice } from "#rules/aisle/flow.ts";
import { Button } from "#web/ui/button/button.tsx";

interface QuestionChoicesProps<W> {
  readonly choices: readonly FlowChoice<W>[];
  readonly isOnline: boolean;
  readonly onTap: (what: W) => void;
}

/** Shows the possible answers in reach of the thumb, the likely ones first. */
export function QuestionChoices<W>({ choices, isOnline, onTap }: QuestionChoicesProps<W>) {
  return (
    <div role="group" aria-label="Antworten" className="grid shrink-0 gap-2">
      {choices.map(({ label, what, needsNetwork }, index) => (
        <Button
          key={label}
          look={index === 0 ? "primary" : "plain"}
          className="h-auto min-h-14! whitespace-normal!"
          disabledReason={needsNetwork && !isOnline && "nur mit Netz"}
          onClick={() => onTap(what)}
        >
          {label}
          {needsNetwork && !isOnline && " (nur mit Netz)"}
        </Button>
      ))}
    </div>
  );
}
