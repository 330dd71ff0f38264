const second = 1;
const minute = 60 * second;
const hour = 60 * minute;

/** Seconds before each further try of a message that could not be sent: three days, then it is given up. */
export const retryPauses: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  13 * hour,
  24 * hour,
  24 * hour,
];
