import { draftFrom } from "#rules/delivery-draft.ts";
import { kept } from "#web/storage/kept.ts";

/** The delivery that was begun in the wizard, also before a reload or on another visit of it. */
export const begunOrder = kept("delivery", (value) => draftFrom(value) ?? undefined);
