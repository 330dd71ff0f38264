import { useState } from "react";
import { textLength } from "#contract/limits.ts";
import { Button } from "#web/ui/button/button.tsx";

const reasons = ["Nicht am Platz", "Platz ist leer", "Andere Box am Platz"];

/** Why something is not found: by one tap, or in own words. */
export function PickMissing({ onReason, onClose }: { onReason: (text: string) => void; onClose: () => void }) {
  const [text, setText] = useState("");
  return (
    <form
      aria-label="Nicht gefunden"
      className="grid shrink-0 gap-2 px-2 pb-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") onReason(text);
      }}
    >
      {reasons.map((reason) => (
        <Button key={reason} className="min-h-14!" onClick={() => onReason(reason)}>
          {reason}
        </Button>
      ))}
      <div className="flex gap-2">
        <input
          aria-label="Anderer Grund"
          placeholder="Anderer Grund"
          className="control min-h-14! w-0 grow"
          maxLength={textLength}
          data-scan="open"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {text.trim() === "" ? (
          <Button className="min-h-14!" onClick={onClose}>
            Abbrechen
          </Button>
        ) : (
          <Button type="submit" look="primary" className="min-h-14!">
            Melden
          </Button>
        )}
      </div>
    </form>
  );
}
