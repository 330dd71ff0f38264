/** Thrown for a file that is no list, or a larger one than is read; says why in a German sentence. */
export class UnreadableList extends Error {}
