/** A pause in minutes after which a person's next pick begins a new walk. */
export const pauseBetweenWalks = 30;

/** Fewer people in a month would make its speed that of a person: only its picks are reported (decision 129). */
const fewestPickers = 3;

/** Picks of a month, the number of people who picked, and the hours between the picks of each walk. */
export interface MonthOfPicks {
  readonly picks: number;
  readonly walks: number;
  readonly people: number;
  readonly hours: number;
}

/** Picks per walk, and per hour: a walk lasts from its first pick to its last, so that its first one takes no time. */
export function computeSpeed({ picks, walks, people, hours }: MonthOfPicks) {
  if (people < fewestPickers) return { walks: null, picks_per_walk: null, picks_per_hour: null };
  const round = (value: number) => Math.round(10 * value) / 10;
  return {
    walks,
    picks_per_walk: round(picks / walks),
    picks_per_hour: hours > 0 ? round((picks - walks) / hours) : null,
  };
}
