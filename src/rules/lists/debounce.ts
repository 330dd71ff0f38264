export const filterPause = 1000; // ms, specification 9
export const editPause = 1000; // ms: content text, destruction date, specification 9
export const rangePause = 750; // ms: the archive list's range, specification 9
