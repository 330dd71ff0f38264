import { Camera, Keyboard } from "lucide";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { cameraOn } from "./camera-on.ts";
import { lastRead, onRead, onTyped } from "./reading.ts";

/**
 * The field that always listens. It asks for no keyboard, so that the screen stays whole while a scanner types; the key beside it does.
 * It keeps the focus, because some devices hand their scans to a field only.
 */
export function ScanBar() {
  const isSeeing = cameraOn.use();
  const field = useRef<HTMLInputElement>(null);
  const [isTyping, setIsTyping] = useState(false);
  const [text, setText] = useState("");
  const [seen, setSeen] = useState(lastRead.get());
  const read = lastRead.use();
  if (seen !== read) {
    setSeen(read);
    setText(""); // a scanner may have typed into it
  }
  useFocusKept(field);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setIsTyping(false);
    if (isTyping) onRead(text, "hand");
    else onTyped(text);
    setText("");
  };
  const type = () => {
    setIsTyping(true);
    field.current?.blur(); // a keyboard comes with the focus
    requestAnimationFrame(() => field.current?.focus());
  };
  return (
    <form
      role="search"
      aria-label="Scannen"
      className="flex shrink-0 items-stretch gap-2 border-t border-line bg-surface p-2"
      onSubmit={send}
    >
      <input
        ref={field}
        data-scan
        aria-label="Code scannen oder tippen"
        placeholder="Scannen …"
        className="control min-h-14! w-0 grow tabular-nums"
        inputMode={isTyping ? "numeric" : "none"}
        enterKeyHint="go"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => text === "" && setIsTyping(false)}
      />
      <button type="button" className="button icon-button min-h-14! min-w-14!" aria-label="Code tippen" onClick={type}>
        <Icon of={Keyboard} />
      </button>
      <button
        type="button"
        className="button button-primary icon-button min-h-16! min-w-16!"
        aria-label="Kamera"
        aria-pressed={isSeeing}
        onClick={() => cameraOn.set(!isSeeing)}
      >
        <Icon of={Camera} size={28} />
      </button>
    </form>
  );
}

/** Takes the focus after every touch, but from what is written in, and not from a question. */
function useFocusKept(field: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const take = () => {
      const isWriting = document.activeElement?.matches("input, textarea, select");
      if (!isWriting && !document.querySelector("dialog:modal")) field.current?.focus({ preventScroll: true });
    };
    take();
    const soon = () => requestAnimationFrame(take);
    addEventListener("pointerup", soon);
    addEventListener("focus", soon);
    return () => {
      removeEventListener("pointerup", soon);
      removeEventListener("focus", soon);
    };
  }, [field]);
}
