import { clsx } from "clsx";
import { useState } from "react";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { showContents, showThings } from "#rules/amounts.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import type { DraftBox } from "#rules/deliveries/delivery-draft.ts";
import { MarkedText } from "#web/search-results/marked.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { ContentStateBadge } from "#web/ui/page/content-state-badge.tsx";
import { marksIn, marksInCode } from "./basket-marks.ts";
import type { Choosing, ChoosingFor, FoundBox } from "./basket.ts";

type Content = NonNullable<Box["content"]>[number];

const fewest = 5; // contents shown of a box before one asks for all; on a phone none

type BasketBoxProps = Choosing & { of: ChoosingFor; box: FoundBox; wanted: string };

/** A box that was found, behind the contents that were looked for: each can be chosen; what cannot says why. */
export function BasketBox({ chosen, act, of, box: found, wanted }: BasketBoxProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, code, content = [] } = found;
  const box = { id, code };
  const isChosen = chosen.boxes.some((one) => one.id === id);
  const hits = content.filter(({ text }) => marksIn(text, wanted).length > 0);
  const others = content.filter((one) => !hits.includes(one));
  const first = hits.length > 0 ? [] : others.slice(0, fewest);
  const line = (one: Content) => (
    <li key={one.id}>
      <ContentLine chosen={chosen} act={act} of={of} content={one} box={box} wanted={wanted} inChosenBox={isChosen} />
    </li>
  );
  return (
    <li className={clsx("border-b border-line px-3 last:border-b-0 sm:py-2", isChosen && "bg-accent-soft")}>
      {hits.length > 0 && <ul aria-label={`Treffer in Box ${showBoxCode(code)}`}>{hits.map(line)}</ul>}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <Whole
          code={code}
          wanted={wanted}
          reason={of.whyNotWhole(found)}
          isChosen={isChosen}
          onChange={(isWanted) => act(isWanted ? { type: "addBox", box } : { type: "removeBox", id })}
        />
        {!isOpen && others.length > 0 && (
          <More all={others.length} shown={first.length} hasHits={hits.length > 0} onClick={() => setIsOpen(true)} />
        )}
      </div>
      {others.length > 0 && (
        <ul
          aria-label={`Inhalte von Box ${showBoxCode(code)}`}
          className={clsx("pl-6 pointer-coarse:pl-8", !isOpen && "max-sm:hidden")}
        >
          {(isOpen ? others : first).map(line)}
        </ul>
      )}
    </li>
  );
}

interface WholeProps {
  readonly code: string;
  readonly wanted: string;
  readonly reason: string | undefined;
  readonly isChosen: boolean;
  readonly onChange: (isWanted: boolean) => void;
}

/** The box as a whole, or why it cannot be chosen. */
function Whole({ code, wanted, reason, isChosen, onChange }: WholeProps) {
  const name = (
    <strong className="tabular-nums">
      Box <MarkedText text={showBoxCode(code)} ranges={marksInCode(code, wanted)} />
    </strong>
  );
  if (reason === undefined)
    return <Checkbox label={name} checked={isChosen} onChange={(event) => onChange(event.target.checked)} />;
  return (
    <div className="min-w-0 flex-1 pl-6 pointer-coarse:pl-8">
      {name}
      <p className="text-muted">{reason}</p>
    </div>
  );
}

/** `shown`: of all other contents so many are on a desk's screen already, on a phone's none. */
interface MoreProps {
  readonly all: number;
  readonly shown: number;
  readonly hasHits: boolean;
  readonly onClick: () => void;
}

function More({ all, shown, hasHits, onClick }: MoreProps) {
  const more = all - shown;
  return (
    <Button look="quiet" className={clsx("ml-auto", more === 0 && "sm:hidden")} aria-expanded={false} onClick={onClick}>
      <span className={clsx(!hasHits && "max-sm:hidden")}>
        {showThings(more, "weiterer Inhalt", "weitere Inhalte")}
      </span>
      {!hasHits && <span className="sm:hidden">{showContents(all)}</span>}
    </Button>
  );
}

type ContentLineProps = Omit<BasketBoxProps, "box"> & {
  content: Content;
  box: DraftBox;
  /** The whole box is chosen. */
  inChosenBox: boolean;
};

function ContentLine({ chosen, act, of, content: { id, text, state }, box, wanted, inChosenBox }: ContentLineProps) {
  const may = of.mayContent(state);
  const comes = inChosenBox && of.bringsContents;
  const name = (
    <span className="min-w-0 break-words">
      <MarkedText text={text} ranges={marksIn(text, wanted)} />
    </span>
  );
  if (!may || comes)
    return (
      <p className="flex min-h-6 flex-wrap content-center items-center gap-x-2 pl-6 pointer-coarse:min-h-12 pointer-coarse:pl-8">
        {name}
        {may ? <span className="text-muted">kommt mit der Box</span> : <ContentStateBadge state={state} />}
      </p>
    );
  return (
    <Checkbox
      label={name}
      checked={chosen.contents.some((one) => one.id === id)}
      onChange={(event) =>
        act(event.target.checked ? { type: "addContent", content: { id, text, box } } : { type: "removeContent", id })
      }
    />
  );
}
