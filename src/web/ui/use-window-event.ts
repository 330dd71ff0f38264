import { useEffect, useEffectEvent } from "react";

/** Hears an event of the whole window as long as a part is there. */
export function useWindowEvent<K extends keyof WindowEventMap>(type: K, onEvent: (event: WindowEventMap[K]) => void) {
  const hear = useEffectEvent(onEvent);
  useEffect(() => {
    const listener = (event: WindowEventMap[K]) => hear(event);
    addEventListener(type, listener);
    return () => removeEventListener(type, listener);
  }, [type]);
}
