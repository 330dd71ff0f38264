import { clsx } from "clsx";
import { useState } from "react";
import type { Box } from "#contract/schemas/boxes.ts";
import { showBoxCode } from "#rules/box-code.ts";
import { contentMayBe } from "#rules/content-state.ts";
import type { DraftBox } from "#rules/delivery-draft.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { ContentStateBadge } from "#web/ui/page/content-state-badge.tsx";
import { whyNotWhole } from "#web/lines/basket-orderable.ts";
import type { FoundBox } from "#web/lines/basket-search.ts";
import type { StepProps } from "./draft-wizard.ts";

type Content = NonNullable<Box["content"]>[number];

const fewest = 5; // contents shown of a box before one asks for all

/** A box that was found: it, or some of its contents, can be chosen; what cannot says why. */
export function BasketBox({ draft, act, box, wanted }: StepProps & { box: FoundBox; wanted: string }) {
  const [all, setAll] = useState(false);
  const { id, code, content = [] } = box;
  const reason = whyNotWhole(box);
  const isChosen = draft.boxes.some((one) => one.id === id);
  const first = firstOf(content, wanted);
  const name = <strong className="tabular-nums">Box {showBoxCode(code)}</strong>;
  const choose = (on: boolean) => act(on ? { type: "addBox", box: { id, code } } : { type: "removeBox", id });
  return (
    <li className={clsx("border-b border-line px-3 py-2 last:border-b-0", isChosen && "bg-accent-soft")}>
      {reason ? (
        <div className="pl-6 pointer-coarse:pl-8">
          {name}
          <p className="text-muted">{reason}</p>
        </div>
      ) : (
        <Checkbox label={name} checked={isChosen} onChange={(event) => choose(event.target.checked)} />
      )}
      {content.length > 0 && (
        <ul aria-label={`Inhalte von Box ${showBoxCode(code)}`} className="pl-6 pointer-coarse:pl-8">
          {(all ? content : first).map((one) => (
            <li key={one.id}>
              <ContentLine draft={draft} act={act} content={one} box={{ id, code }} inChosenBox={isChosen} />
            </li>
          ))}
        </ul>
      )}
      {!all && first.length < content.length && (
        <Button look="quiet" className="ml-3" onClick={() => setAll(true)}>
          {content.length - first.length === 1
            ? "1 weiterer Inhalt"
            : `${content.length - first.length} weitere Inhalte`}
        </Button>
      )}
    </li>
  );
}

/** Of many contents those that were looked for; the order stays. */
function firstOf(content: readonly Content[], wanted: string): readonly Content[] {
  if (content.length <= fewest) return content;
  const fitting = wanted === "" ? [] : content.filter(({ text }) => plain(text).includes(plain(wanted)));
  return fitting.length > 0 ? fitting : content.slice(0, fewest);
}

/** Case and accents do not matter, as in the server's search. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

interface ContentLineProps extends StepProps {
  readonly content: Content;
  readonly box: DraftBox;
  /** The whole box comes, and this with it. */
  readonly inChosenBox: boolean;
}

function ContentLine({ draft, act, content: { id, text, state }, box, inChosenBox }: ContentLineProps) {
  if (!contentMayBe("order", state) || inChosenBox)
    return (
      <p className="flex min-h-6 flex-wrap content-center items-center gap-x-2 pl-6 pointer-coarse:min-h-12 pointer-coarse:pl-8">
        <span className="min-w-0 break-words">{text}</span>
        {contentMayBe("order", state) ? (
          <span className="text-muted">kommt mit der Box</span>
        ) : (
          <ContentStateBadge state={state} />
        )}
      </p>
    );
  const choose = (on: boolean) =>
    act(on ? { type: "addContent", content: { id, text, box } } : { type: "removeContent", id });
  return (
    <Checkbox
      label={<span className="min-w-0 break-words">{text}</span>}
      checked={draft.contents.some((one) => one.id === id)}
      onChange={(event) => choose(event.target.checked)}
    />
  );
}
