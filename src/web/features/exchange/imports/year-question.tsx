import { CalendarCheck, Info, Undo2 } from "lucide";
import type { ImportDetail } from "#contract/schemas/exchange/imports.ts";
import { showCount } from "#rules/amounts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

type YearQuestionProps = { of: ImportDetail; onAnswer: (yearEnd: boolean) => void };

/** Asks what a year alone means where a day is expected: a question, then an answer that can be taken back. */
export function YearQuestion({ of: { years, year_end: isAnswered }, onAnswer }: YearQuestionProps) {
  if (years === 0 && !isAnswered) return null;
  const rows = years === 1 ? "In einer Zeile steht" : `In ${showCount(years)} Zeilen steht`;
  const text = isAnswered
    ? "Ein Jahr allein unter „Beginn“ ist sein 31. Dezember."
    : `${rows} unter „Beginn“ nur ein Jahr. Ist der 31. Dezember gemeint? Sonst tragen Sie bitte die Tage in die Liste ein.`;
  return (
    <div role="note" className="tone-blue mt-3 grid max-w-prose gap-2 rounded-md bg-tone-soft px-3 py-2 text-tone">
      <p className="flex gap-2">
        <Icon of={Info} size={16} className="mt-0.5 shrink-0" />
        {text}
      </p>
      <div>
        {isAnswered ? (
          <Button icon={Undo2} onClick={() => onAnswer(false)}>
            Nein, doch nicht
          </Button>
        ) : (
          <Button icon={CalendarCheck} onClick={() => onAnswer(true)}>
            Ja, der 31. Dezember
          </Button>
        )}
      </div>
    </div>
  );
}
