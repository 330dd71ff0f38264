import { Check, Clock, Undo2, X } from "lucide";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { memo, useEffect, useRef } from "react";
import type { CollectLine } from "#contract/schemas/deliveries/deliveries.ts";
import { showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button/button.tsx";
import { showDay } from "#web/ui/berlin-time.ts";
import { Icon } from "#web/ui/icon.tsx";
import { isDone, type Tick, tick, undoTicks } from "./collect-ticks.ts";

type CollectItemProps = {
  line: CollectLine;
  done: Tick | undefined;
  onMissing: (line: CollectLine) => void;
  /** One goes there next: it comes into view. */
  isNext?: boolean;
};

/** One thing to fetch: where in the row, what, and for whom. */
export const CollectItem = memo(function CollectItem({ line, done, onMissing, isNext }: CollectItemProps) {
  const { box, content, position, customer } = line;
  const isTicked = isDone(done);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isNext) return;
    item.current?.closest("details")?.setAttribute("open", "");
    item.current?.scrollIntoView({ block: "center" });
  }, [isNext]);
  const name = content ? `${content.text} aus ${showBoxCode(box.code)}` : showBoxCode(box.code);
  return (
    <li
      ref={item}
      aria-current={isNext && !isTicked ? "step" : undefined}
      className={clsx(
        "grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2",
        "last:border-b-0 sm:grid-cols-[3.5rem_12rem_minmax(0,1fr)_auto] sm:gap-y-0",
        isTicked && done?.status !== "held" && "stale",
        isNext && !isTicked && "bg-accent-soft",
      )}
    >
      <TickButton line={line} done={done} name={name} />
      <p className="flex items-baseline gap-x-4 tabular-nums max-sm:col-span-2 sm:row-span-2">
        {position ? (
          <>
            <Figure label="Teil" value={position.part} />
            <Figure label="Höhe" value={position.height} />
          </>
        ) : (
          <span className="text-muted">ohne Platz</span>
        )}
      </p>
      <div className="min-w-0 max-sm:col-span-3 sm:self-end">
        <p className="break-words">
          <Link
            {...paths.box(box.id)}
            className="text-link inline-block text-section font-semibold pointer-coarse:py-2"
          >
            {showBoxCode(box.code)}
          </Link>
          {content && <span className="text-section"> {content.text}</span>}
        </p>
        <p className="break-words text-muted tabular-nums">
          {showCustomerCode(customer.code)} – {customer.name}
        </p>
      </div>
      <div className="flex min-w-0 flex-wrap gap-x-4 max-sm:col-span-2 sm:col-start-3 sm:self-start">
        <Delivery line={line} />
        <Became done={done} />
      </div>
      <ItemAction line={line} done={done} name={name} onMissing={onMissing} />
    </li>
  );
});

type ItemActionProps = Omit<CollectItemProps, "isNext"> & { name: string };

/** Offers the actions on a line besides its tick: report it missing, or take back what is not sent yet. */
function ItemAction({ line, done, name, onMissing }: ItemActionProps) {
  if (done?.status === "held")
    return (
      <Button icon={Undo2} className={lineButton} onClick={() => void undoTicks([done.id])}>
        <span>
          Rückgängig<span className="sr-only"> {name}</span>
        </span>
      </Button>
    );
  if (isDone(done)) return null;
  return (
    <Button look="quiet" className={lineButton} onClick={() => onMissing(line)}>
      Nicht gefunden
      <span className="sr-only"> {name}</span>
    </Button>
  );
}

const lineButton = "max-sm:self-end max-sm:px-1 sm:col-start-4 sm:row-span-2 sm:row-start-1";

function TickButton({ line, done, name }: { line: CollectLine; done: Tick | undefined; name: string }) {
  const isTicked = isDone(done);
  const icon = done?.status !== "done" ? Clock : done.action.kind === "pick" ? Check : X;
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isTicked}
      aria-disabled={isTicked || undefined}
      aria-label={`Kommissioniert: ${name}`}
      className={clsx(
        "grid min-h-14 place-items-center rounded-md sm:row-span-2 border-2 border-field bg-surface",
        isTicked && "border-tone bg-tone-soft text-tone",
        isTicked &&
          (done?.action.kind === "missing" ? "tone-red" : done?.status === "done" ? "tone-green" : "tone-amber"),
      )}
      onClick={() => !isTicked && tick([line], { kind: "pick" })}
    >
      {isTicked && <Icon of={icon} size={28} />}
    </button>
  );
}

const Figure = ({ label, value }: { label: string; value: number }) => (
  <span className="whitespace-nowrap">
    <span className="text-muted">{label} </span>
    <strong className="text-title font-semibold max-sm:text-plate">{value}</strong>
  </span>
);

function Delivery({ line: { delivery } }: { line: CollectLine }) {
  return (
    <p className="text-muted tabular-nums">
      <Link {...paths.delivery(delivery.id)} className="text-link inline-block pointer-coarse:py-2">
        Lieferung {showDeliveryCode(delivery.code)}
      </Link>
      {delivery.time && (
        <>
          , <span className="whitespace-nowrap">Termin {showDay(delivery.time)}</span>
        </>
      )}
    </p>
  );
}

/** Says in words what became of the line. */
function Became({ done }: { done: Tick | undefined }) {
  if (!done) return null;
  if (done.status === "refused") return <p className="basis-full break-words text-danger">{done.message}</p>;
  if (done.status === "held") return <p>Wird gleich gesendet</p>;
  if (done.status === "unsent") return <p>Noch nicht gesendet</p>;
  if (done.status !== "done") return <p>Wird gesendet …</p>;
  return (
    <p>
      {done.action.kind === "pick"
        ? "Kommissioniert"
        : `Nicht gefunden: ${done.action.kind === "missing" ? done.action.text : ""}`}
    </p>
  );
}
