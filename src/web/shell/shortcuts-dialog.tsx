import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { Kbd } from "#web/ui/menu/kbd.tsx";
import type { ShellDialogProps } from "./use-shortcuts.tsx";

const shortcuts: Readonly<Record<string, readonly { keys: readonly string[]; text: string }[]>> = {
  Überall: [
    { keys: ["Strg", "K"], text: "Suche und Befehle" },
    { keys: ["/"], text: "Suche und Befehle" },
    { keys: ["?"], text: "Diese Übersicht" },
    { keys: ["Esc"], text: "Schließen, ohne etwas zu tun" },
    { keys: ["Enter"], text: "Formular absenden, Filter sofort anwenden" },
  ],
  "Suche, Menüs und Auswahllisten": [{ keys: ["↑", "↓"], text: "Eintrag wählen" }],
  Box: [{ keys: ["N"], text: "Neuer Inhalt" }],
  Scanner: [
    { keys: ["Boxcode"], text: "Box öffnen" },
    { keys: ["QR-Code einer Reihe"], text: "Reihe öffnen" },
  ],
};

/** All shortcuts, by group. */
export function ShortcutsDialog({ onClose }: ShellDialogProps) {
  return (
    <Dialog open light title="Tastenkürzel" onClose={onClose} className="w-[min(40rem,calc(100vw-2rem))]">
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {Object.entries(shortcuts).map(([group, entries]) => (
          <section key={group}>
            <h3 className="mb-1">{group}</h3>
            <dl>
              {entries.map(({ keys, text }) => (
                <div
                  key={keys.join()}
                  className="flex min-h-8 items-center justify-between gap-3 border-b border-line last:border-b-0"
                >
                  <dt className="font-normal">{text}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>Schließen</Button>
      </div>
    </Dialog>
  );
}
