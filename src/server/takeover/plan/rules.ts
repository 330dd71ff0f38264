import { peopleRules } from "./people-rules.ts";
import type { Rule } from "./rule.ts";
import { stockRules } from "./stock-rules.ts";

const all = { ...stockRules, ...peopleRules };

/** Stable names: questions are known by them in files that somebody has filled in. */
export type RuleName = keyof typeof all;
export const ruleNames = Object.keys(all) as RuleName[];
/** Each rule that data of an old system may break, and what becomes of it (decision 195). */
export const takeoverRules: Readonly<Record<RuleName, Rule>> = all;
