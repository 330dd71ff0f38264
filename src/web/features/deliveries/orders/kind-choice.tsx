/** The classes of a choice that is a card, and of its mark. */
export const choiceCard =
  "grid grid-cols-[auto_minmax(0,1fr)_auto] content-start gap-x-3 gap-y-1 rounded-md border border-field bg-surface p-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft";
export const choiceMark = "mt-0.5 size-4 pointer-coarse:size-6";

const kinds = [
  { asScan: false, name: "Lieferung", text: "Wir bringen die Boxen und Inhalte." },
  { asScan: true, name: "Scan", text: "Nichts wird geliefert: Wir scannen es, und Sie öffnen die PDFs hier." },
] as const;

type KindChoiceProps = { asScan: boolean; onChoose: (asScan: boolean) => void };

/** Asks whether what is ordered is brought, or comes as a scan. */
export const KindChoice = ({ asScan, onChoose }: KindChoiceProps) => (
  <fieldset className="grid gap-2 sm:grid-cols-2">
    <legend className="mb-1 font-semibold">Art</legend>
    {kinds.map((kind) => (
      <label key={kind.name} className={choiceCard}>
        <input
          type="radio"
          name="kind"
          className={choiceMark}
          checked={kind.asScan === asScan}
          onChange={() => onChoose(kind.asScan)}
        />
        <strong className="col-span-2">{kind.name}</strong>
        <span className="col-span-2 col-start-2">{kind.text}</span>
      </label>
    ))}
  </fieldset>
);
