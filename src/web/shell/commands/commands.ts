import { fold, spellingsOf } from "#rules/search/spelling.ts";
import { boxStates, boxStateText } from "#rules/stock/box-state.ts";
import { paths } from "#web/paths.ts";
import type { MenuTarget } from "#web/shell/menu.ts";
import { ownScreens } from "./own-screens.ts";
import { screenWords } from "./screen-words.ts";

/** Screen or action that a role may open or do by its name. */
export interface PaletteCommand {
  readonly group: string;
  readonly label: string;
  /** Other names of the command. */
  readonly words: string;
  /** Where it leads, or what it does. */
  readonly target: MenuTarget | "phone" | "shortcuts" | "leave";
}

type OwnScreen = ReturnType<typeof ownScreens>[number];

function commandOf({ path, title, section, tab }: OwnScreen): PaletteCommand {
  const isNew = /\/(new|create|return)$/.test(path);
  const name = title === section ? tab : title; // several overviews have only the name of their tab
  return {
    group: isNew ? "Hinzufügen" : section ? "Seiten" : "Sonstiges",
    label: section && tab && !isNew ? `${section}: ${name}` : title,
    words: [title, section, tab, screenWords[path]].join(" "),
    target: { to: path } as MenuTarget,
  };
}

const states = boxStates.map(
  (state): PaletteCommand => ({
    group: "Boxen nach Status",
    label: boxStateText[state],
    words: "Zustand Status Boxen",
    target: paths.boxes({ state }),
  }),
);
const phone: PaletteCommand = {
  group: "Sonstiges",
  label: "Lager am Telefon",
  words: "Handy Smartphone Scanner einlagern zählen Inventur mobil",
  target: "phone",
};
const actionCommands: readonly PaletteCommand[] = [
  { group: "Sonstiges", label: "Tastenkürzel zeigen", words: "Hilfe Tastatur Shortcuts", target: "shortcuts" },
  { group: "Sonstiges", label: "abmelden", words: "Logout ausloggen beenden", target: "leave" },
];

/** Everything that a role may open or do, in groups; invoices are for who may see them. */
export function commandsFor(isStaff: boolean, seesInvoices: boolean): readonly PaletteCommand[] {
  const screens = ownScreens(isStaff)
    .filter(({ section }) => seesInvoices || section !== "Rechnungen")
    .map(commandOf);
  const inGroup = (name: string) => screens.filter(({ group }) => group === name);
  return [
    ...inGroup("Seiten"),
    ...inGroup("Hinzufügen"),
    ...states,
    ...inGroup("Sonstiges"),
    ...(isStaff ? [phone] : []),
    ...actionCommands,
  ];
}

/** Those that every word of a text names in whatever spelling, first those that have them in their label. */
export function fittingCommands(commands: readonly PaletteCommand[], text: string): readonly PaletteCommand[] {
  const words = text.split(/\s+/).map((word) => new RegExp(spellingsOf(word)));
  const names = (where: string) => words.every((word) => word.test(fold(where)));
  const inLabel = commands.filter(({ label }) => names(label));
  const others = commands.filter((one) => !inLabel.includes(one) && names(`${one.label} ${one.words}`));
  return [...inLabel, ...others];
}
