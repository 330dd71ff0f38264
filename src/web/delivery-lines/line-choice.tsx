import { showBoxCode } from "#rules/stock/box-code.ts";
import { Button } from "#web/ui/button/button.tsx";

/** A content of a scanned box that is asked for. */
interface ContentChoice {
  readonly key: string;
  readonly text: string;
}

/** A box with the contents that may be meant. */
export interface ContentQuestion {
  readonly code: string;
  readonly choices: readonly ContentChoice[];
  /** When the question appeared, by the clock of the keys, in ms. */
  readonly since: number;
}

type LineChoiceProps = {
  asked: ContentQuestion;
  /** Text of the buttons, e.g. "Kommissionieren". */
  action: string;
  onChoose: (keys: readonly string[]) => void;
};

/** Asks which contents of the scanned box are there, where only contents are wanted. A scan of the box once this could be read means all of them. */
export function LineChoice({ asked: { code, choices }, action, onChoose }: LineChoiceProps) {
  return (
    <div role="group" aria-label={`Inhalte aus Box ${showBoxCode(code)}`} className="grid gap-2">
      <ul className="max-h-dialog-list divide-y divide-line overflow-y-auto rounded-md bg-surface text-text">
        {choices.map(({ key, text }) => (
          <li key={key} className="flex flex-wrap items-center justify-between gap-2 px-3 py-1.5">
            <span className="min-w-0 text-section break-words">{text}</span>
            <Button className="ml-auto" onClick={() => onChoose([key])}>
              {action}
              <span className="sr-only"> {text}</span>
            </Button>
          </li>
        ))}
      </ul>
      {choices.length > 1 && (
        <Button look="primary" className="justify-self-start" onClick={() => onChoose(choices.map(({ key }) => key))}>
          Alle {choices.length} Inhalte
        </Button>
      )}
    </div>
  );
}
