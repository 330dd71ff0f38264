/** A folder that is no fetch, or not the one that was written: why, as a sentence. Nothing of it is used. */
export class BrokenFolder extends Error {}
