/** The contents that stand in one cell, between bars; `\|` is a bar, `\\` a backslash, any other backslash is itself. */
export function listedContents(cell: string): string[] {
  const contents = [""];
  for (const [piece] of cell.matchAll(/\\[\\|]|[^]/gu)) {
    if (piece === "|") contents.push("");
    else contents[contents.length - 1] += piece.length === 2 && piece.startsWith("\\") ? piece.slice(1) : piece;
  }
  return contents.map((text) => text.trim()).filter((text) => text !== "");
}
