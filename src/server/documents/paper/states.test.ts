import { expect, test } from "vitest";
import { boxStates, boxStateText } from "#rules/stock/box-state.ts";
import { ContentState } from "#rules/stock/content-state.ts";
import { archiveList, type ArchiveListData } from "#server/documents/lists/archive-list.ts";
import { expectSound, read, textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";
import { boxStateLook as onScreen } from "#web/ui/page/box-state-badge.tsx";
import { contentStateLook as contentOnScreen } from "#web/ui/page/content-state-badge.tsx";
import { drawing } from "./icons.ts";
import { boxStateStyle, contentStateStyle, tones } from "./states.ts";

/** On a screen the one is filled and the other stands back; paper has ink. */
const onPaper: Readonly<Record<string, string>> = { loud: "red", quiet: "dark" };

test("a state has on paper the tone and the icon that it has on the screens", () => {
  for (const state of boxStates) {
    const { icon, tone, ...look } = onScreen[state];
    const printed = { ...look, tone: onPaper[tone] ?? tone, icon: drawing(icon) };
    expect(boxStateStyle[state], boxStateText[state]).toEqual(printed);
  }
  for (const state of Object.values(ContentState)) {
    const { icon, ...look } = contentOnScreen[state];
    expect(contentStateStyle[state]).toEqual({ ...look, icon: drawing(icon) });
  }
});

test("each tone can be read on white paper", () => {
  for (const [tone, hex] of Object.entries(tones)) {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    expect(1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05), tone).toBeGreaterThanOrEqual(4.5);
  }
});

expensive("a list unpacked by qpdf and read for each state")(
  "a list shows states in colour with their icons, each icon once in the file, and their words can be found",
  () => {
    const boxes: ArchiveListData["boxes"] = Array.from({ length: 80 }, (_, index) => ({
      code: `00420001${String(index).padStart(2, "0")}`,
      state: boxStates[index % boxStates.length] ?? 0,
      year: null,
      destroyYear: null,
      period: { from: null, to: null },
      costCentre: "",
      size: 400,
      numbers: [],
      contents: [],
    }));
    const customer = { code: 42, name: "Größe & Söhne", address: [] };
    const totals = { boxes: 80, contents: 0, metres: 0 };
    const pdf = archiveList(
      { customer, range: { from: null, to: null }, boxes, totals },
      { provider: "M", day: "2026-11-22" },
    );
    expectSound(pdf);
    for (const state of boxStates) expect(textOf(pdf)).toContain(boxStateText[state]);
    const plain = read(pdf, "qpdf", (file) => ["--qdf", "--object-streams=disable", file, "-"]);
    expect(plain.match(/\/Subtype \/Form/g)).toHaveLength(boxStates.length);
    expect(plain.match(/\/I\d+ Do Q/g)).toHaveLength(80);
    expect(plain.match(/ S\n(?=q)|l S$/gm)?.length ?? 0).toBeGreaterThanOrEqual(10); // what is destroyed is struck through
  },
);
