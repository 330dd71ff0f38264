import type { IconNode } from "lucide";
// one file each: all of lucide would cost every thread of the press 22 MB
import ban from "lucide/dist/esm/icons/ban.mjs";
import bell from "lucide/dist/esm/icons/bell.mjs";
import circleX from "lucide/dist/esm/icons/circle-x.mjs";
import clock from "lucide/dist/esm/icons/clock.mjs";
import fileCheck from "lucide/dist/esm/icons/file-check.mjs";
import fileOutput from "lucide/dist/esm/icons/file-output.mjs";
import flag from "lucide/dist/esm/icons/flag.mjs";
import packageCheck from "lucide/dist/esm/icons/package-check.mjs";
import packageOpen from "lucide/dist/esm/icons/package-open.mjs";
import packagePlus from "lucide/dist/esm/icons/package-plus.mjs";
import packageX from "lucide/dist/esm/icons/package-x.mjs";
import triangleAlert from "lucide/dist/esm/icons/triangle-alert.mjs";
import undo from "lucide/dist/esm/icons/undo-2.mjs";
import Pdf from "pdfkit";
import type { PaperIcon } from "./page.ts";

/** The icons of states, those of the screens. */
export const icons = {
  ban: drawing(ban),
  bell: drawing(bell),
  circleX: drawing(circleX),
  clock: drawing(clock),
  fileCheck: drawing(fileCheck),
  fileOutput: drawing(fileOutput),
  flag: drawing(flag),
  packageCheck: drawing(packageCheck),
  packageOpen: drawing(packageOpen),
  packagePlus: drawing(packagePlus),
  packageX: drawing(packageX),
  triangleAlert: drawing(triangleAlert),
  undo: drawing(undo),
};

/** An icon of lucide as the operators of a page: pdfkit reads its paths, what it would write into a file is kept. */
export function drawing(node: IconNode): PaperIcon {
  const operators: string[] = [];
  const pen = Object.create(Pdf.prototype) as PDFKit.PDFDocument;
  pen.addContent = (operator: string) => {
    operators.push(operator);
    return pen;
  };
  for (const [tag, attributes] of node) draw(pen, tag, attributes);
  return { operators: [...operators, "S\n"].join("\n") };
}

function draw(pen: PDFKit.PDFDocument, tag: string, { d, cx, cy, r }: IconNode[number][1]): void {
  if (tag === "path") pen.path(String(d));
  else if (tag === "circle") pen.circle(Number(cx), Number(cy), Number(r));
  else throw new TypeError(`No paper knows how to draw <${tag}>.`);
}
