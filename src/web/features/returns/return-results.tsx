import Check from "lucide-react/icons/check";
import Plus from "lucide-react/icons/plus";
import type { ReactNode } from "react";
import { showBoxCode } from "#rules/box-code.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import type { ReturnBox, ReturnContent, ReturnDraft } from "./return-draft.ts";
import { useReturnable } from "./return-search.ts";

interface ReturnResultsProps {
  readonly owner: number;
  readonly draft: ReturnDraft;
  readonly wanted: string;
  readonly amount: number;
  readonly onMore: () => void;
  readonly onBox: (box: ReturnBox) => void;
  readonly onContent: (content: ReturnContent) => void;
}

/** The customer's boxes and contents that are out and fit to what is looked for. */
export function ReturnResults({ owner, draft, wanted, amount, onMore, onBox, onContent }: ReturnResultsProps) {
  const { boxes, holders, contents } = useReturnable(owner, wanted, amount);
  const found = boxes.data?.results ?? [];
  const total = boxes.data?.count ?? 0;
  const error = boxes.error ?? holders.error;
  const isFetching = boxes.isFetching || holders.isFetching;
  const isEmpty = boxes.data && !isFetching && !error && found.length + contents.length === 0;
  const retry = () => Promise.all([boxes.refetch(), holders.refetch()]);
  return (
    <section aria-label="Gefunden" aria-busy={isFetching} className="relative rounded-md border border-line bg-surface">
      {isFetching && boxes.data && <span aria-hidden className="working top-0 text-accent" />}
      {error && <ErrorState error={error} onRetry={retry} pending={isFetching} />}
      {!boxes.data && !error && <Loading />}
      {isEmpty && <EmptyState reason={nothing(wanted)} />}
      <ul className="max-h-96 overflow-y-auto">
        {found.map((box) => (
          <Found
            key={`box-${box.id}`}
            name={`Box ${showBoxCode(box.code)}`}
            isChosen={draft.boxes.some(({ id }) => id === box.id)}
            onAdd={() => onBox({ id: box.id, code: box.code })}
          >
            <span className="font-semibold">{showBoxCode(box.code)}</span>
            <span className="text-muted">ganze Box</span>
          </Found>
        ))}
        {contents.map((content) => (
          <Found
            key={`content-${content.id}`}
            name={content.text}
            isChosen={draft.contents.some(({ id }) => id === content.id)}
            onAdd={() => onContent(content)}
          >
            <span className="break-words">{content.text}</span>
            <span className="text-muted">aus {showBoxCode(content.box.code)}</span>
          </Found>
        ))}
      </ul>
      {found.length < total && (
        <Button look="quiet" className="m-2" pending={boxes.isFetching} onClick={onMore}>
          Mehr Boxen zeigen ({found.length} von {total.toLocaleString("de-DE")})
        </Button>
      )}
    </section>
  );
}

const nothing = (wanted: string) =>
  wanted === ""
    ? "Von diesem Kunden ist keine Box unterwegs. Einzelne Inhalte finden Sie über ihren Text oder ihren Boxcode."
    : `Nichts, was unterwegs ist, passt zu „${wanted}“.`;

type FoundProps = { name: string; isChosen: boolean; onAdd: () => void; children: ReactNode };

function Found({ name, isChosen, onAdd, children }: FoundProps) {
  return (
    <li className="flex items-center justify-between gap-3 border-b border-line px-3 py-1 last:border-b-0">
      <span className="flex min-w-0 flex-wrap gap-x-3 tabular-nums">{children}</span>
      <Button
        look="quiet"
        icon={isChosen ? <Check aria-hidden size={14} /> : <Plus aria-hidden size={14} />}
        disabledReason={isChosen && "Schon gewählt"}
        onClick={onAdd}
      >
        {isChosen ? "Gewählt" : "Wählen"}
        <span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}
