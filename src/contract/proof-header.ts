/**
 * The header by which a request asks for a proof within the last ten minutes where signing in would count for the day (`signInCounts`): our own
 * screens send it with everything, a program of the specification does not know it.
 */
export const proofHeader = "Magazin-Proof";
export const freshProof = "fresh";
