import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { expect, test, type TestFunction } from "vitest";
import type { FullRoute } from "#contract/route.ts";
import { folderOf, nounOf, roomOf, type Scope } from "#tools/tiers.ts";

const { MAGAZIN_SCOPE: file } = process.env;
/** Scope that this run asks for (`tools/tiers.ts`). Nothing is left out where nobody says, as in `npm run test:all` and where a file is named. */
const scope: Scope | undefined = file === undefined ? undefined : JSON.parse(readFileSync(file, "utf8"));

const isAll = scope === undefined || (scope.tier === "quick" && scope.foundation !== null);

/** Says whether the expensive tests of this file run: where its room or a foundation is touched, and in whole runs. */
function isTouched(path: string): boolean {
  if (scope === undefined || isAll) return true;
  if (scope.files.includes(path)) return true;
  if (scope.tier === "changed") return scope.files.some((changed) => folderOf(changed) === folderOf(path));
  const noun = nounOf(path);
  return noun === undefined ? scope.rooms.includes(roomOf(path)) : scope.nouns.includes(noun);
}

/**
 * `test` for what takes half a second of the processor or more, PostgreSQL included (CONTRIBUTING.md, "Tests"). It runs when its room or a
 * foundation is touched, and in `npm run test:all`.
 * @param why what makes it expensive: a number, a program that is started, a wait
 */
export function expensive(why: string): typeof test {
  /* oxlint-disable vitest/valid-title, vitest/expect-expect -- the title and the test are the caller's */
  const options = { skip: !isTouched(ownPath()), meta: { expensive: why } };
  const marked = (name: string, body: TestFunction, timeout?: number) =>
    test(name, { ...options, ...(timeout !== undefined && { timeout }) }, body);
  const each = (cases: readonly unknown[]) => (name: string, body: (...values: unknown[]) => void | Promise<void>) =>
    test.each(cases)(name, options, body);
  return Object.assign(marked, { each }) as unknown as typeof test;
}

/** The file of tests that is read now. */
const ownPath = () => relative(process.cwd(), expect.getState().testPath ?? "").replaceAll("\\", "/");

/** Returns the extent of a file's tests: the whole where its `expensive` tests would run, few in each other run. */
export const extentOf = <T>(whole: T, few: T): T => (isTouched(ownPath()) ? whole : few);

/** Returns the common features of the calls of one class: who may make them, how, and what they take and answer. */
const classOf = ({ access, method, reply, multipart, right, confirms }: FullRoute) =>
  JSON.stringify([access, method, typeof reply === "string" ? reply : reply === null, multipart, right, confirms]);

/**
 * The calls that a walk asks: the first of each class and every touched one, in `--changed` the touched ones; all of them where a
 * foundation or the walk itself is touched, and in `npm run test:all`.
 */
export function walked<C extends readonly [name: string, route: FullRoute, ...more: unknown[]]>(
  calls: readonly C[],
): readonly C[] {
  if (scope === undefined || isAll || scope.files.includes(ownPath())) return calls;
  const touched = calls.filter(([name]) => scope.calls.includes(name));
  if (scope.tier === "changed") return touched.length > 0 ? touched : calls.slice(0, 1);
  const first = new Set([...Map.groupBy(calls, ([, route]) => classOf(route)).values()].map(([call]) => call));
  return calls.filter((call) => first.has(call) || touched.includes(call));
}
