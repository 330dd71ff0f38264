import { type BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { ContentState, contentStateText } from "#rules/stock/content-state.ts";
import { icons } from "./icons.ts";
import type { PaperIcon } from "./page.ts";
import type { Look } from "./table.ts";

/** The tones of the screens, for white paper. */
export const tones = {
  grey: "#535d6c",
  green: "#1a6e3d",
  amber: "#835500",
  red: "#b3261e",
  blue: "#1f4fa8",
  violet: "#6a41b8",
  dark: "#2f3744",
  orange: "#a84300",
} as const;
type Tone = keyof typeof tones;

/** As a page has colours: red, green and blue from 0 to 1. */
const colors = Object.fromEntries(
  Object.entries(tones).map(([tone, hex]) => [
    tone,
    [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(3)).join(" "),
  ]),
) as Record<Tone, string>;

type StateLook = { readonly tone: Tone; readonly icon: PaperIcon; readonly struck?: boolean };

/** Colour and icon of each state of a box, those of the screens. */
export const boxStateStyle: Record<BoxState, StateLook> = {
  0: { tone: "grey", icon: icons.packagePlus },
  1: { tone: "green", icon: icons.packageCheck },
  2: { tone: "amber", icon: icons.packageOpen },
  3: { tone: "red", icon: icons.triangleAlert },
  4: { tone: "blue", icon: icons.bell },
  5: { tone: "violet", icon: icons.undo },
  6: { tone: "dark", icon: icons.packageX, struck: true },
  7: { tone: "orange", icon: icons.flag },
};

/** Colour and icon of each state of a content. */
export const contentStateStyle: Record<ContentState, StateLook> = {
  0: { tone: "green", icon: icons.fileCheck },
  1: { tone: "amber", icon: icons.fileOutput },
  2: { tone: "blue", icon: icons.bell },
  3: { tone: "red", icon: icons.circleX },
};

/** A delivery that is not carried out. */
export const canceledLook: StateLook = { tone: "grey", icon: icons.ban };
/** A box whose year of destruction has come. */
export const dueLook: StateLook = { tone: "grey", icon: icons.clock };

/** A box's state as a table shows it: word, colour and icon. */
export function showBoxState(state: BoxState): Look {
  return lookOf(boxStateStyle[state], boxStateText[state]);
}

/** A content, and in the look of its state what is unusual about it. */
export function showContent(text: string, state: ContentState): Look | string {
  return state === ContentState.inside
    ? text
    : lookOf(contentStateStyle[state], `${text} (${contentStateText[state]})`);
}

/** A word in the look of a state: `nicht gefunden`, `markiert`. */
export function lookOf({ tone, icon, struck = false }: StateLook, text: string): Look {
  return { text, icon, color: colors[tone], struck };
}
