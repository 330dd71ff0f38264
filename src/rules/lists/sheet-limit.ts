/** More rows than these are no list that people look through, and Excel ends at a million. */
export const maxSheetRows = 200_000;
