/** How many months are shown of what stood on the shelves, with the one that runs. */
export const monthsShown = 24;
