import { nearestName } from "#rules/texts/nearest-name.ts";

/**
 * A sentence for each variable of an environment that is none of the settings but nearly is called as one: who set it waits for what it
 * does. Only names are reported, and one that is set under its right name, too, is left alone.
 */
export function misspelledNames(settings: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const all = settings.flatMap((name) => [name, `${name}_FILE`]);
  return Object.keys(env).flatMap((name) => {
    if (all.includes(name)) return [];
    const meant = nearestName(name, all);
    if (meant === undefined || env[meant] !== undefined) return [];
    return [`${name} is no variable of Magazin and sets nothing; ${meant} is one.`];
  });
}
