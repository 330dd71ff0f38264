import { Volume2 } from "lucide";
import { useState } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { useWindowEvent } from "#web/ui/use-window-event.ts";

/** No browser lets a page sound before it was touched: a device that has just started says so. */
export function SoundBar() {
  const [isTouched, setIsTouched] = useState(() => navigator.userActivation.hasBeenActive);
  const onTouch = () => setIsTouched(true);
  useWindowEvent("pointerup", onTouch);
  useWindowEvent("keydown", onTouch);
  if (isTouched) return null;
  return (
    <aside aria-label="Ton" className="shrink-0">
      <button type="button" className="tone-blue flex min-h-12 w-full items-center gap-2 bg-tone-soft px-3 text-tone">
        <Icon of={Volume2} size={20} />
        Beginnen – antippen für Töne
      </button>
    </aside>
  );
}
