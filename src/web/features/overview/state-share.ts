import { BoxState } from "#rules/box-state.ts";
import { boxStateLook } from "#web/ui/page/box-state-badge.tsx";

const percent = new Intl.NumberFormat("de-DE", { style: "percent", maximumFractionDigits: 1 });
const least = 0.001; // below it one decimal says 0 although there is something

/** A part of a whole as people read it: `34,2 %`. */
export function showShare(count: number, total: number): string {
  if (count === 0 || total === 0) return percent.format(0);
  const share = count / total;
  return share < least ? `< ${percent.format(least)}` : percent.format(share);
}

/** The classes that fill a surface with a state's colour, strong enough for a bar. */
export function stateFill(state: BoxState): string {
  // The darkest badge is already as strong as a bar, and lighter would look like "erstellt".
  const fill =
    state === BoxState.destroyed ? "bg-tone-soft" : "bg-[color-mix(in_oklab,var(--tone-text)_50%,var(--tone-soft))]";
  return `tone-${boxStateLook[state].tone} ${fill}`;
}
