import { useRef, useState } from "react";
import type { BoxDetail } from "#contract/schemas/boxes.ts";
import { ContentAdd } from "./content-add.tsx";
import { newContents } from "./content-queue.ts";
import { ContentRow } from "./content-row.tsx";
import { MissingContent } from "./missing-content.tsx";
import { NewContentRow } from "./new-content-row.tsx";
import type { BoxContent } from "./use-content-actions.ts";

/** The contents with everything that staff do to them. */
export function EditableContents({ box }: { box: BoxDetail }) {
  const { id, content: contents } = box;
  const parts = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState<BoxContent | null>(null);
  const added = newContents.use().filter((content) => content.box === id);
  // The button that was pressed has gone with its row.
  const focusField = () => parts.current?.querySelector<HTMLElement>("form input")?.focus();
  return (
    <div ref={parts}>
      {contents.length + added.length > 0 && (
        <ul className="border-b border-line">
          {contents.map((content, index) => (
            <ContentRow
              key={content.id}
              content={content}
              number={index + 1}
              onMissing={setMissing}
              onRemoved={focusField}
            />
          ))}
          {added.map((content) => (
            <NewContentRow key={`new-${content.key}`} content={content} />
          ))}
        </ul>
      )}
      <ContentAdd key={id} boxId={id} />
      {missing && <MissingContent content={missing} onClose={() => setMissing(null)} />}
    </div>
  );
}
