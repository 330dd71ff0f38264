import { CircleCheck, TriangleAlert } from "lucide";
import { clsx } from "clsx";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { codeListLength } from "#rules/search/search-text.ts";
import { Field } from "#web/ui/form/field.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** Result of looking up the last code. */
export interface LookupAnswer {
  readonly text: string;
  readonly isAdded: boolean;
}

const phone = "(width < 40rem)";

interface BasketLookupProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onEnter: () => void;
  readonly said: LookupAnswer | null;
  /** Text that is looked for by now; null as long as there is nothing that could be looked at. */
  readonly wanted: string | null;
}

/** One field over codes and contents; a scan arrives here too (`data-scan`). */
export function BasketLookup({ field, text, onText, onEnter, said, wanted }: BasketLookupProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // on a phone what is found would stand below the screen
    if (wanted !== null && matchMedia(phone).matches) place.current?.scrollIntoView({ block: "start" });
  }, [wanted]);
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && text !== "") {
      event.preventDefault(); // an empty field lets it leave the step
      onText("");
    }
    if (event.key !== "Enter") return;
    event.preventDefault(); // it looks, and does not send the form around it
    onEnter();
  };
  return (
    <div ref={place} className="scroll-mt-[calc(var(--sticky-top)+0.5rem)]">
      <Field
        label="Box oder Inhalt suchen"
        hint="Nummer, Code oder Wörter vom Inhalt, auch mehrere Codes. Ein ganzer Code mit Enter, oder gescannt, wählt die Box."
      >
        <TextInput
          ref={field}
          data-scan
          type="search"
          value={text}
          autoComplete="off"
          spellCheck={false}
          maxLength={codeListLength}
          enterKeyHint="search"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={keyDown}
        />
      </Field>
      <div role="status">
        {said && (
          <p
            className={clsx(
              "mt-2 flex gap-2 rounded-md bg-tone-soft px-3 py-2 text-tone",
              said.isAdded ? "tone-green" : "tone-amber",
            )}
          >
            {said.isAdded ? (
              <Icon of={CircleCheck} size={16} className="mt-0.5 shrink-0" />
            ) : (
              <Icon of={TriangleAlert} size={16} className="mt-0.5 shrink-0" />
            )}
            <span className="min-w-0 break-words tabular-nums">{said.text}</span>
          </p>
        )}
      </div>
    </div>
  );
}
