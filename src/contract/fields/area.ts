import { nameLength } from "#contract/limits.ts";
import { filledText, name } from "./texts.ts";

export const areaName = name;
/** In the form an empty name is only marked, without words (specification 5). */
export const typedAreaName = filledText(nameLength, " ");
