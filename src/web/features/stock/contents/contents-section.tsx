import { type ReactNode, useRef } from "react";
import type { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { contentText } from "#rules/texts/blanked.ts";
import { mayOrderContent, OrderContent } from "#web/basket/order-button.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Drawing } from "#web/ui/drawing.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { TextInput } from "#web/ui/form/text-input.tsx";
import { ContentStateBadge } from "#web/ui/page/content-state-badge.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { PagedTable } from "#web/ui/table/paged.tsx";
import { ContentAdd } from "./content-add.tsx";
import { dropContent, type NewContent, newContents, retryContent } from "./content-queue.ts";
import { ContentRow } from "./content-row.tsx";
import { useShownContents } from "./shown-contents.ts";
import { useFoundContent } from "./use-found-content.ts";

/** Lists the contents of the box. Customer users read them (specification 6), and in a destroyed box nothing changes any more. */
export function BoxContents({ box, isStaff }: { box: BoxDetail; isStaff: boolean }) {
  const { id, content: contents, state } = box;
  const isEditable = isStaff && state !== BoxState.destroyed;
  const recentContents = newContents.use().filter((content) => content.box === id);
  const shown = useShownContents(contents, recentContents.length);
  const { lines, isLong, filter, narrow } = shown;
  return (
    <Section
      title="Inhalte"
      total={contents.length}
      actions={
        isLong && (
          <TextInput
            data-scan="open"
            aria-label="Inhalte filtern"
            placeholder="Filter"
            value={filter}
            onChange={({ target }) => narrow(target.value)}
          />
        )
      }
    >
      <Paged of={shown}>
        <div className="rounded-md border border-line bg-surface">
          {lines.length === 0 && (
            <EmptyState
              drawing={<Drawing of={isLong ? "lens" : "file"} />}
              reason={isLong ? "Kein Inhalt passt." : "Für diese Box sind keine Inhalte erfasst."}
              action={
                isEditable &&
                !isLong && (
                  <p className="text-muted">Tippen Sie den ersten ein, oder fügen Sie eine kopierte Liste ein.</p>
                )
              }
            />
          )}
          {isEditable && <EditableContents box={box} lines={lines} recentContents={recentContents} />}
          {!isEditable && lines.length > 0 && (
            <ul>
              {lines.map(({ content }) => (
                <ReadContent key={content.id} content={content}>
                  {!isStaff && mayOrderContent(box, content) && <OrderContent box={box} content={content} />}
                </ReadContent>
              ))}
            </ul>
          )}
        </div>
      </Paged>
    </Section>
  );
}

type ShownContents = ReturnType<typeof useShownContents>;

/** Many contents are read page by page. */
function Paged({ of: { isLong, pages, setPage }, children }: { of: ShownContents; children: ReactNode }) {
  if (!isLong) return children;
  return (
    <PagedTable
      {...pages}
      link={(to, { activeOptions: _, ...look }) => <button type="button" {...look} onClick={() => setPage(to)} />}
    >
      {children}
    </PagedTable>
  );
}

const readLine =
  "flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-3 py-1 last:border-b-0";

type ReadContentProps = { content: BoxDetail["content"][number]; children: ReactNode };

/** A content with what can be done with it. */
function ReadContent({ content: { id, text, state }, children }: ReadContentProps) {
  return (
    <li {...useFoundContent(id, readLine)}>
      <span className={`min-w-0 break-words whitespace-pre-line ${text === "" ? "text-muted" : ""}`}>
        {contentText(text)}
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <ContentStateBadge state={state} />
        {children}
      </span>
    </li>
  );
}

type EditableProps = {
  box: BoxDetail;
  lines: ShownContents["lines"];
  recentContents: readonly NewContent[];
};

/** The contents with everything that staff do to them. */
function EditableContents({ box, lines, recentContents }: EditableProps) {
  const parts = useRef<HTMLDivElement>(null);
  // The button that was pressed has gone with its row.
  const focusField = () => parts.current?.querySelector<HTMLElement>("form input")?.focus();
  return (
    <div ref={parts}>
      {lines.length + recentContents.length > 0 && (
        <ul className="border-b border-line">
          {lines.map(({ content, number }) => (
            <ContentRow key={content.id} box={box} content={content} number={number} onRemoved={focusField} />
          ))}
          {recentContents.map((content) => (
            <NewContentRow key={`new-${content.key}`} content={content} />
          ))}
        </ul>
      )}
      <ContentAdd key={box.id} boxId={box.id} />
    </div>
  );
}

/** A content on its way to the server, or one that did not get there. */
function NewContentRow({ content }: { content: NewContent }) {
  const { key, text, error } = content;
  return (
    <li className="border-b border-line px-3 py-1.5 last:border-b-0">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <span className="min-w-0 break-words whitespace-pre-line">{text}</span>
        {error === null && <span className="text-muted">Wird gespeichert …</span>}
      </div>
      {error !== null && (
        <div className="flex flex-wrap items-center">
          <ErrorState error={`Nicht hinzugefügt. ${error}`} onRetry={() => retryContent(content)} />
          <Button look="quiet" onClick={() => dropContent(key)}>
            Verwerfen
          </Button>
        </div>
      )}
    </li>
  );
}
