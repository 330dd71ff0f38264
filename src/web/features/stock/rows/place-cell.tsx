import { ArrowDownToLine } from "lucide";
import { useRouter } from "@tanstack/react-router";
import { clsx } from "clsx";
import { memo } from "react";
import { showBoxCode } from "#rules/stock/box-code.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import { paths } from "#web/paths.ts";
import { Icon } from "#web/ui/icon.tsx";
import { placeLook } from "./place-look.ts";

type PlaceCellProps = {
  part: number;
  /** Null on an empty place. */
  code: string | null;
  boxId: number | null;
  state: BoxState | null;
  isCursor: boolean;
  /** It was asked for. */
  isLit: boolean;
};

const frame = "h-11 border-r border-b border-line p-0.5 pointer-coarse:h-12";

/** One place. Its parts are plain values, so that of thousands only those that changed are drawn again. */
export const PlaceCell = memo(function PlaceCell({ part, code, boxId, state, isCursor, isLit }: PlaceCellProps) {
  if (code === null)
    return (
      <td
        className={clsx(frame, "cursor-pointer hover:bg-hover", isLit && "bg-accent-soft")}
        aria-colindex={part + 1}
        tabIndex={isCursor ? 0 : -1}
        aria-selected={isCursor || undefined}
      >
        {isCursor ? (
          <span className="grid size-full place-items-center content-center rounded-sm bg-accent-fill text-on-fill">
            <Icon of={ArrowDownToLine} size={16} />
            <span className="sr-only">frei, hierher kommt die nächste Box</span>
          </span>
        ) : (
          <span className="sr-only">frei</span>
        )}
      </td>
    );
  return (
    <td
      aria-colindex={part + 1}
      className={clsx(frame, isLit && "bg-accent-soft")}
      aria-current={isLit ? "location" : undefined}
      tabIndex={isCursor && boxId === null ? 0 : -1}
      aria-selected={isCursor || undefined}
    >
      <TakenPlace code={code} boxId={boxId} state={state} isCursor={isCursor} isLit={isLit} />
    </td>
  );
});

function TakenPlace({ code, boxId, state, isCursor, isLit }: Omit<PlaceCellProps, "part"> & { code: string }) {
  const router = useRouter();
  const { tone, icon, word } = placeLook(state);
  const label = `${showBoxCode(code)}, ${word}`;
  const look = clsx(
    "block size-full overflow-hidden rounded-sm px-1",
    isLit ? "bg-accent-fill text-on-fill" : `bg-tone-soft text-tone tone-${tone}`,
    isCursor && "ring-2 ring-accent",
  );
  const short = (
    <>
      <span aria-hidden className="flex items-center justify-between">
        {code.slice(0, 4)}
        <Icon of={icon} size={14} />
      </span>
      <span aria-hidden className="block font-semibold">
        {code.slice(4, 7)}.{code.slice(7)}
      </span>
    </>
  );
  if (boxId === null)
    return (
      <span className={look} title={label}>
        {short}
        <span className="sr-only">{label}</span>
      </span>
    );
  return (
    <a
      href={router.buildLocation(paths.box(boxId)).href}
      data-box={boxId}
      tabIndex={isCursor ? 0 : -1}
      title={label}
      className={look}
    >
      {short}
      <span className="sr-only">{label}</span>
    </a>
  );
}
