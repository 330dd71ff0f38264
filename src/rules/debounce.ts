export const filterPause = 1000; // ms, specification 9
