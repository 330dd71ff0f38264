import type { Database } from "#server/database/database.ts";
import { all } from "#contract/all.ts";
import { differenceOf, type Heard, isSame, type Question } from "./crawl.ts";
import { asked, ownIds } from "./questions.ts";

/** One finding for each call, with how many more there are: a leak that every answer has must not hide another one. */
export function onePerCall(found: readonly string[]): string[] {
  const byCall = Map.groupBy(found, (each) => each.split(" ", 1).join());
  return [...byCall.values()].map(
    ([first, ...more]) => `${first}${more.length > 0 ? ` (and ${more.length} more)` : ""}`,
  );
}

/** Where an id is answered that is not the user's, or one of theirs is not, or two that are not are distinguished. */
export async function misanswered(
  db: Database,
  userId: number,
  questions: readonly Question[],
  heard: readonly Heard[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [call, route] of asked.filter(([, { path }]) => path.includes("{id}"))) {
    const own = await ownIds(db, route, userId);
    const answers = questions.flatMap((question, index) => {
      const answer = heard[index];
      const plain = question.call === call && question.method === route.method && !question.url.includes("?");
      return plain && answer && question.id !== undefined ? [{ id: question.id, answer }] : [];
    });
    const missing = answers.find(({ id }) => id === 2_000_000_000)?.answer;
    if (missing?.status !== 404) wrong.push(`${call} answers ${missing?.status} for an id that nobody has`);
    for (const { id, answer } of answers) {
      const same = isSame(answer, missing);
      if (own.has(id) && answer.status !== 200)
        wrong.push(`${call} answers ${answer.status} for ${id}, which is the user's`);
      if (!own.has(id) && !same)
        wrong.push(`${call} distinguishes ${id} from a missing one: ${differenceOf(missing, answer)}`);
    }
  }
  return wrong;
}

/** Where another customer's things in a body are distinguished from things that do not exist. */
export function distinguishable(questions: readonly Question[], heard: readonly Heard[]): string[] {
  const twins = questions.flatMap(({ twin }, index) => (twin === undefined ? [] : [{ twin, answer: heard[index] }]));
  return [...Map.groupBy(twins, ({ twin }) => twin)].flatMap(([twin, [first, ...others]]) =>
    others
      .filter(({ answer }) => !isSame(first?.answer, answer))
      .map(({ answer }) => `${twin}: ${differenceOf(first?.answer, answer)}`),
  );
}

/** The calls that changed something of somebody else, or that only staff may make, and that were not refused. */
export function unrefused(questions: readonly Question[], heard: readonly Heard[]): string[] {
  return questions.flatMap(({ call, method, url }, index) => {
    const route = all[call];
    const status = heard[index]?.status ?? 0;
    if (route?.access === "staff")
      return status === 403 ? [] : [`${call} (${method} ${url}) answers ${status}, not 403`];
    return route?.writes && (status < 400 || status >= 500) ? [`${call} (${method} ${url}) answers ${status}`] : [];
  });
}
