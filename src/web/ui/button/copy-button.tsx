import { Check, Copy } from "lucide";
import { useEffect, useState } from "react";
import { IconButton } from "./icon-button.tsx";

/** Copies a text; `label` says what, e.g. "Code kopieren". */
export function CopyButton({ text, label = "Kopieren" }: { text: string; label?: string | undefined }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(setCopied, 2000, false);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <IconButton
        label={copied ? "Kopiert" : label}
        icon={copied ? Check : Copy}
        onClick={() => void copy(text).then(setCopied)}
      />
      <span role="status" className="sr-only">
        {copied && "Kopiert"}
      </span>
    </>
  );
}

async function copy(text: string): Promise<boolean> {
  // Over plain http, as on premises, browsers offer no clipboard object.
  if (navigator.clipboard)
    return navigator.clipboard
      .writeText(text)
      .then(() => true)
      .catch(() => copyBySelection(text));
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  (before?.closest("dialog") ?? document.body).append(area);
  area.select();
  // Deprecated, and the only way without a secure origin.
  // oxlint-disable-next-line typescript/no-deprecated
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
