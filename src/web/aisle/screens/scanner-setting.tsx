import { type Around, aroundCodes, setAround } from "#web/aisle/reading/wedge.ts";

const fields: readonly (readonly [keyof Around, string])[] = [
  ["before", "Zeichen vor dem Code"],
  ["after", "Zeichen nach dem Code"],
];

/** Sets the text that this device's scanner writes around each code, where the scanner is set so for another program. */
export function ScannerSetting() {
  const around = aroundCodes.use();
  return (
    <section aria-label="Scanner" className="grid gap-2">
      <h2>Scanner</h2>
      <p className="text-muted">Was der Scanner zusätzlich sendet, wird weggelassen. Meist bleibt beides leer.</p>
      <div className="grid grid-cols-2 gap-2">
        {fields.map(([name, label]) => (
          <label key={name} className="grid gap-1">
            {label}
            <input
              className="control min-h-14!"
              maxLength={20}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              value={around[name]}
              onChange={(event) => setAround({ ...around, [name]: event.target.value })}
            />
          </label>
        ))}
      </div>
    </section>
  );
}
