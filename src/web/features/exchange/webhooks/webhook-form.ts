import * as z from "zod/mini";
import { filledText } from "#contract/fields/texts.ts";
import { webAddressLength } from "#contract/limits.ts";
import { objectKinds } from "#rules/exchange/object-kinds.ts";

/** The rules of a webhook. Nothing ticked is all. */
export const webhookForm = z.object({
  url: filledText(webAddressLength),
  kinds: z.array(z.enum(objectKinds)),
});

/** A webhook as the calls take it. */
export const webhookFromForm = ({ url, kinds }: z.output<typeof webhookForm>) => ({
  url,
  kinds: kinds.length === 0 ? null : kinds,
});
