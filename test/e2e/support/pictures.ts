import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Locator } from "@playwright/test";
import { anyWord } from "#test/support/words.ts";

const run = promisify(execFile);

/** Returns the text that a scanner reads from a picture as it stands on the screen. */
export async function readCode(picture: Locator): Promise<string> {
  const file = join(tmpdir(), `magazin-e2e-${anyWord()}.png`);
  await writeFile(file, await picture.screenshot());
  try {
    const { stdout } = await run("zbarimg", ["--quiet", "--raw", file]);
    return stdout.trim();
  } finally {
    await rm(file);
  }
}
