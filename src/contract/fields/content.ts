import { textLength } from "#contract/limits.ts";
import { filledText } from "./texts.ts";

export const contentText = filledText(textLength);
