/** From when on holds what was agreed before anything else was, `YYYY-MM-DD` (decision 161). */
export const firstAgreed = "2000-01-01";

export const isFromBeginning = (day: string): boolean => day === firstAgreed;
