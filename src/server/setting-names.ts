/** How many slips a name of this length may have: by two, DATABASE_PORT of a container were DATABASE_POOL, and by one, POST were PORT. */
const slips = (length: number) => (length < 5 ? 0 : length < 14 ? 1 : 2);

/** How many letters were left out, added, taken for others, or changed places with the next one. */
function slipsBetween(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const row = [at];
    for (let to = 1; to <= other.length; to++) {
      const same = one[at - 1] === other[to - 1] ? 0 : 1;
      const swap = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      const least = [(above[to] ?? 0) + 1, (row[to - 1] ?? 0) + 1, (above[to - 1] ?? 0) + same];
      row[to] = Math.min(...least, ...(swap ? [(before[to - 2] ?? 0) + 1] : []));
    }
    [before, above] = [above, row];
  }
  return above[other.length] ?? 0;
}

function nearest(name: string, settings: readonly string[]): string | undefined {
  const [best] = settings
    .map((setting) => ({ setting, far: slipsBetween(name.toUpperCase(), setting) }))
    .filter(({ setting, far }) => far <= slips(setting.length))
    .toSorted((one, other) => one.far - other.far);
  return best?.setting;
}

/**
 * A sentence for each variable of an environment that is none of the settings but nearly is called as one: who set it waits for what it
 * does. Only names are told, and one that is set under its right name, too, is left alone.
 */
export function misspelledNames(settings: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const all = settings.flatMap((name) => [name, `${name}_FILE`]);
  return Object.keys(env).flatMap((name) => {
    if (all.includes(name)) return [];
    const meant = nearest(name, all);
    if (meant === undefined || env[meant] !== undefined) return [];
    return [`${name} is no variable of Magazin and sets nothing; ${meant} is one.`];
  });
}
