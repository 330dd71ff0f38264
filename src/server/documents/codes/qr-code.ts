import encodeQr from "qr";
import type { Paper } from "#server/documents/paper/page.ts";

/** White space around a QR code, in modules. */
export const qrCodeQuietZone = 4;

/** A black area, in modules from the code's upper left corner. */
interface Block {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A QR code without its quiet zone: modules along a side, and its black areas, also as a page has them. */
export interface QrCode {
  readonly size: number;
  readonly blocks: readonly Block[];
  readonly operators: string;
}

/** The QR code of a text, error correction M; 21 modules for the ten digits of a box or a row's text (product 7, 9). */
export function qrCode(text: string): QrCode {
  // The library refuses a border of 0, so that one is cut off.
  const modules = encodeQr(text, "raw", { ecc: "medium", border: 1 })
    .slice(1, -1)
    .map((line) => line.slice(1, -1));
  const size = modules.length;
  const blocks = mergeModules(modules);
  const operators = blocks.map(({ x, y, width, height }) => `${x} ${y} ${width} ${height} re\n`).join("");
  return { size, blocks, operators };
}

/**
 * The black modules as few rectangles, each as wide as black goes to the right and then as high as that width stays
 * black. Uses the modules up.
 */
function mergeModules(modules: boolean[][]): Block[] {
  const blocks: Block[] = [];
  for (const [y, line] of modules.entries()) {
    for (let x = 0; x < line.length; x++) {
      if (!line[x]) continue;
      const start = x;
      while (line[x + 1]) x++;
      const width = x + 1 - start;
      let height = 1;
      for (let next = modules[y + height]; next && isBlack(next, start, width); next = modules[y + height]) {
        next.fill(false, start, start + width);
        height++;
      }
      blocks.push({ x: start, y, width, height });
    }
  }
  return blocks;
}

function isBlack(line: boolean[], start: number, width: number): boolean {
  for (let x = start; x < start + width; x++) if (!line[x]) return false;
  return true;
}

/** Draws a QR code with its upper left corner at `x`, `y`, `side` wide and high without the quiet zone; all in points. */
export function drawQrCode(paper: Paper, code: QrCode, place: { x: number; y: number; side: number }): void {
  const module = place.side / code.size;
  paper.stamp(code.operators, place.x, place.y, [module, module]);
}

/** The QR code of a text as a terminal shows it, its quiet zone with it. */
export const qrCodeLines = (text: string): string => encodeQr(text, "ascii", { ecc: "low", border: 2 });
