interface DatedPrice {
  readonly item: string;
  /** `YYYY-MM-DD`. */
  readonly valid_from: string;
}

/** The price of an item that holds on a day `YYYY-MM-DD`. */
export const priceOn = <P extends DatedPrice>(prices: readonly P[], item: string, day: string): P | undefined =>
  prices.reduce<P | undefined>(
    (latest, price) =>
      price.item === item && price.valid_from <= day && (!latest || latest.valid_from < price.valid_from)
        ? price
        : latest,
    undefined,
  );
