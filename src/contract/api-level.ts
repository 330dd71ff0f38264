/** The header in which every reply of the API says its level. */
export const apiHeader = "X-Magazin-Api";

/**
 * Goes up with a change that pages of the level before would misunderstand. Pages live on telephones for weeks: one that hears a higher level
 * sends what it holds, which is understood for two levels, and comes anew. 1 were the calls without scans, 2 had scans, 3 scans with device,
 * order and the version seen.
 */
export const apiLevel = 3;
