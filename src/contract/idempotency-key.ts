/** The header by which a writing call can be sent again without being done again (decision 49). */
export const keyHeader = "Idempotency-Key";
