/** A third less than the picture the server draws, so that each of its bars is 2 whole pixels: CSS pixels. */
export const barcodeSize = { width: 220, height: 87 };
