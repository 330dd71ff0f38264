export const filterPause = 1000; // ms, specification 9
export const editPause = 1000; // ms: content text, destruction date, specification 9
