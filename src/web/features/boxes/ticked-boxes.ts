import type { Box } from "#contract/schemas/boxes.ts";
import { showBoxCode } from "#rules/box-code.ts";
import { useTicked } from "#web/lists/ticked.ts";
import { kept } from "#web/storage/kept.ts";

const chosen = kept<readonly Box[]>("ticked-boxes", (value) => (Array.isArray(value) ? (value as Box[]) : undefined));

/** The ticked boxes of the list, as they were when they were ticked. */
export const useTickedBoxes = () => useTicked<Box>(chosen, ({ code }) => `Box ${showBoxCode(code)}`);
