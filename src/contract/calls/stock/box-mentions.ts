import { of, readingPost } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/box-mentions.ts";

export const findBoxes = readingPost("/boxes/find/", "user", of<typeof schemas.findBoxes>());
