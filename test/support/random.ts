import fc from "fast-check";
import { repeated, seed } from "./extent.ts";

fc.configureGlobal({ seed, numRuns: repeated(100, 2000) });

/** fast-check as every random test here uses it: a failure names the seed and the path that lead to it again. */
export { fc };
