import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { Kbd } from "./kbd.tsx";

export type Shortcut = { group: string; keys: readonly string[]; text: string };

/** All shortcuts, by group; load this file lazily. */
export function ShortcutsHelp({ shortcuts, onClose }: { shortcuts: readonly Shortcut[]; onClose: () => void }) {
  return (
    <Dialog open light title="Tastenkürzel" onClose={onClose} className="w-[min(40rem,calc(100vw-2rem))]">
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {[...Map.groupBy(shortcuts, (shortcut) => shortcut.group)].map(([group, members]) => (
          <section key={group}>
            <h3 className="mb-1">{group}</h3>
            <dl>
              {members.map(({ keys, text }) => (
                <div
                  key={text}
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
