/** The number that these digits are, if it lies in the range. */
export function wholeNumber(digits: string, min: number, max: number): number | undefined {
  const number = Number(digits);
  return /^\d+$/.test(digits) && number >= min && number <= max ? number : undefined;
}
