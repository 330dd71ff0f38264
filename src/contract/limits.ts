/** The largest number of the database's `integer`. */
export const maxInteger = 2_147_483_647;

/** Characters of a name and of a text (product 8). */
export const nameLength = 200;
/** Lists that are neither taken over nor given up: each may have hundreds of MB. */
export const maxOpenImports = { user: 10, staff: 50, customer: 50 } as const;
export const textLength = 4000;
/** Cost centres of one customer. */
export const maxCostCentres = 1000;
/** Characters of a password: a longer one would only cost time to hash. */
export const maxPasswordLength = 1000;
/** Characters of a code of a second factor, with all that somebody may type between them. */
export const codeLength = 50;

/** Results of each kind that one answer has. */
export const maxSearchResults = 100;

/** Characters of what stands behind the `?` of a list's address, and how many views of one list somebody may save. */
export const viewLength = 2000;
export const maxViews = 100;

/** Time in which a change of many boxes' metadata can be undone, in ms. */
export const undoTime = 60_000;

/** Boxes that one call creates (product 2). */
export const maxBoxesAtOnce = 10_000;
/** Millimetres: a box of a hundred metres is a slip of the finger. */
export const maxBoxSize = 99_999;
/** The size of a box where nobody says another one (specification 9). */
export const usualSize = 400;
/** The years that a box's meta data may say: four digits, and no year of a far future. */
export const minMetaYear = 1000;
export const maxMetaYear = 2999;
/** The years in which a box may be due for destruction: paper is old, an archive older, and a century ahead is enough. */
export const minDestroyYear = 1900;
export const maxDestroyYear = 2100;

export const maxRowNumber = 999_999;
/** Largest size that a row may be drawn with. */
export const maxParts = 200;
export const maxHeights = 30;

/** Hours of a delivery option: a year. */
export const maxOptionHours = 8760;
/** Addresses that one customer is delivered to. */
export const maxAddresses = 100;
/** Days without deliveries that staff have typed. */
export const maxClosingDays = 1000;
/** Boxes, and contents, of one delivery. */
export const maxDeliveryLines = 10_000;

/** Bytes and pages of a PDF that was scanned for a customer. */
export const maxCopyBytes = 100 * 1024 * 1024;
export const maxCopyPages = 5000;

/** Boxes of one destruction batch. */
export const maxBatchLines = 10_000;

/** Rows of one stocktake, and boxes that one call accepts by name, or one scan counts. */
export const maxStocktakeRows = 2000;
export const maxCountedBoxes = 10_000;
export const maxCountedPlaces = 500;

/** Scans of one call (product 7). */
export const maxOperations = 500;

/** So many pictures are counted that nobody has worked on yet: more are a heap, not a number to work off. */
export const mostToDo = 10_000;

/** Changed objects in one answer. */
export const maxChanges = 1000;
/** Characters of an address that is notified of them, and how many of them one user may have. */
export const webAddressLength = 500;
export const maxWebhooks = 20;
