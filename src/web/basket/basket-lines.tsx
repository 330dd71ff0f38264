import { TriangleAlert, X } from "lucide";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { showBoxCode } from "#rules/stock/box-code.ts";
import type { DraftBox } from "#rules/deliveries/delivery-draft.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextLink } from "#web/ui/button/links.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Choosing } from "./basket.ts";

/** Why each chosen thing that stands in the way cannot be had, by its id. */
export interface Marks {
  readonly boxes: ReadonlyMap<number, string>;
  readonly contents: ReadonlyMap<number, string>;
}

interface BasketLinesProps extends Choosing {
  /** Lines that the server refused stand out, with the reason. */
  readonly marks?: Marks;
}

/** Lists the chosen things: boxes, then single contents with the box they are in. Every line can be taken away. */
export function BasketLines({ chosen: { boxes, contents }, act, marks }: BasketLinesProps) {
  return (
    <ul aria-label="Auswahl" className="rounded-md border border-line bg-surface">
      {boxes.map((box) => (
        <Line
          key={box.id}
          name={`Box ${showBoxCode(box.code)}`}
          refused={marks?.boxes.get(box.id)}
          onRemove={() => act({ type: "removeBox", id: box.id })}
        >
          Box <BoxLink box={box} />
        </Line>
      ))}
      {contents.map((content) => (
        <Line
          key={`content ${content.id}`}
          name={content.text}
          refused={marks?.contents.get(content.id)}
          onRemove={() => act({ type: "removeContent", id: content.id })}
        >
          <span className="block break-words">{content.text}</span>
          <span className="text-muted">
            aus Box <BoxLink box={content.box} />
          </span>
        </Line>
      ))}
    </ul>
  );
}

const BoxLink = ({ box }: { box: DraftBox }) => <TextLink {...paths.box(box.id)}>{showBoxCode(box.code)}</TextLink>;

interface LineProps {
  readonly name: string;
  readonly refused: string | undefined;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

function Line({ name, refused, onRemove, children }: LineProps) {
  return (
    <li
      className={clsx(
        "flex min-h-8 items-center gap-2 border-b border-line py-0.5 pr-1 pl-3 last:border-b-0",
        refused && "tone-red bg-tone-soft",
      )}
    >
      {refused && (
        <Icon of={TriangleAlert} role="img" aria-label="Nicht möglich" size={16} className="shrink-0 text-tone" />
      )}
      <div className="min-w-0 flex-1 py-1">
        {children}
        {refused && <p className="text-tone">{refused}</p>}
      </div>
      {refused ? (
        <Button aria-label={`${name} entfernen`} onClick={onRemove}>
          Entfernen
        </Button>
      ) : (
        <IconButton label={`${name} entfernen`} icon={X} onClick={onRemove} />
      )}
    </li>
  );
}
