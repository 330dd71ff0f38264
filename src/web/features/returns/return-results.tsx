import { Check, Plus } from "lucide";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { listBoxes } from "#contract/calls/boxes.ts";
import { showBoxCode } from "#rules/box-code.ts";
import { BoxState } from "#rules/box-state.ts";
import { ContentState } from "#rules/content-state.ts";
import { queryFor } from "#web/api/queries.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading } from "#web/ui/feedback/loading.tsx";
import type { ReturnBox, ReturnContent, ReturnDraft } from "./return-draft.ts";

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
      <Button look="quiet" icon={isChosen ? Check : Plus} disabledReason={isChosen && "Schon gewählt"} onClick={onAdd}>
        {isChosen ? "Gewählt" : "Wählen"}
        <span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}

const mostContentBoxes = 100; // boxes whose contents are looked through; who looks for one of more types a longer piece

/**
 * What of a customer is out and fits: boxes, and once something is looked for, single contents of any box. Digits are
 * looked for in the codes, every other text in the contents.
 */
function useReturnable(owner: number, wanted: string, amount: number) {
  const isCode = /^[\d.\s]{1,12}$/.test(wanted);
  const fits = isCode ? { contain_code: wanted } : { contain_content: wanted || undefined };
  const out = { owner_id: owner, state: BoxState.notInStock, limit: amount, query: "{id,code,content_count}" };
  const boxes = useQuery(queryFor(listBoxes, { query: { ...out, ...fits } }));
  const any = { owner_id: owner, limit: mostContentBoxes, query: "{id,code,content{id,text,state}}" };
  const holders = useQuery({ ...queryFor(listBoxes, { query: { ...any, ...fits } }), enabled: wanted !== "" });
  const contents = (wanted === "" ? [] : (holders.data?.results ?? [])).flatMap(({ id, code, content = [] }) =>
    content
      .filter(({ state }) => state === ContentState.outside)
      .map((one): ReturnContent => ({ id: one.id, text: one.text, box: { id, code } })),
  );
  return { boxes, holders, contents: isCode ? contents : bestOf(contents, wanted) };
}

const plain = (text: string) => text.toLocaleLowerCase("de");

/** The server has found the boxes: of their contents those with the very text, or all where accents are in the way. */
function bestOf(contents: readonly ReturnContent[], wanted: string): readonly ReturnContent[] {
  const exact = contents.filter(({ text }) => plain(text).includes(plain(wanted)));
  return exact.length > 0 ? exact : contents;
}
