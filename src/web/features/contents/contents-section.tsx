import type { BoxDetail } from "#contract/schemas/boxes.ts";
import { BoxState } from "#rules/box-state.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { ContentStateBadge } from "#web/ui/page/content-state-badge.tsx";
import { EditableContents } from "./editable-contents.tsx";

/** What is in the box. Customer users read it (specification 6), and of a destroyed box nothing changes any more. */
export function BoxContents({ box, isStaff }: { box: BoxDetail; isStaff: boolean }) {
  const { content: contents, state } = box;
  const isEditable = isStaff && state !== BoxState.destroyed;
  return (
    <Section title="Inhalte" total={contents.length}>
      <div className="rounded-md border border-line bg-surface">
        {contents.length === 0 && <EmptyState reason="Für diese Box sind keine Inhalte erfasst." />}
        {isEditable && <EditableContents box={box} />}
        {!isEditable && contents.length > 0 && (
          <ul>
            {contents.map(({ id, text, state: contentState }) => (
              <li
                key={id}
                className="flex min-h-8 flex-wrap items-start justify-between gap-x-4 gap-y-1 border-b border-line px-3 py-1.5 last:border-b-0"
              >
                <span className="min-w-0 break-words whitespace-pre-line">{text}</span>
                <ContentStateBadge state={contentState} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
