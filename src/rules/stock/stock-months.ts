/** Number of months shown of the stock on the shelves, with the current one. */
export const monthsShown = 24;
