/** ms in which a tick can be taken back: it is on the disk, and sent after that (decision 57). */
export const tickUndoTime = 6000;
