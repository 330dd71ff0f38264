import { X } from "lucide";
import type { ReactNode } from "react";
import { showBoxCode } from "#rules/box-code.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import type { ReturnDraft } from "./return-draft.ts";

type ReturnChosenProps = {
  draft: ReturnDraft;
  error: string | undefined;
  onChange: (change: Partial<ReturnDraft>) => void;
};

/** What was chosen to come back. */
export function ReturnChosen({ draft: { boxes, contents }, error, onChange }: ReturnChosenProps) {
  const total = boxes.length + contents.length;
  return (
    <section aria-labelledby="chosen">
      <div className="mb-1 flex flex-wrap items-baseline gap-x-2">
        <h2 id="chosen">
          Auswahl<span className="font-normal text-muted tabular-nums"> ({total})</span>
        </h2>
        <span role="alert" className="text-danger">
          {error}
        </span>
      </div>
      {total === 0 && <p className="text-muted">Noch nichts gewählt.</p>}
      {total > 0 && (
        <ul className="max-h-96 overflow-y-auto rounded-md border border-line bg-surface">
          {boxes.map(({ id, code }) => (
            <Chosen
              key={`box-${id}`}
              name={`Box ${showBoxCode(code)}`}
              onRemove={() => onChange({ boxes: boxes.filter((box) => box.id !== id) })}
            >
              <span className="font-semibold">{showBoxCode(code)}</span>
              <span className="text-muted">ganze Box</span>
            </Chosen>
          ))}
          {contents.map(({ id, text, box }) => (
            <Chosen
              key={`content-${id}`}
              name={text}
              onRemove={() => onChange({ contents: contents.filter((content) => content.id !== id) })}
            >
              <span className="min-w-0 break-words">{text}</span>
              <span className="text-muted">aus {showBoxCode(box.code)}</span>
            </Chosen>
          ))}
        </ul>
      )}
    </section>
  );
}

function Chosen({ name, onRemove, children }: { name: string; onRemove: () => void; children: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-3 border-b border-line py-1 pr-1 pl-3 last:border-b-0">
      <span className="flex min-w-0 flex-wrap gap-x-3 tabular-nums">{children}</span>
      <IconButton label={`${name} entfernen`} icon={X} onClick={onRemove} />
    </li>
  );
}
