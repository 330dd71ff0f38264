/** An order as addresses and calls write it: a column, with a leading minus for descending. */
export type OrderBy<Column extends string = string> = Column | `-${Column}`;
/** The columns of such orders. */
export type ColumnOf<Order extends string> = Order extends `-${infer Column}` ? Column : Order;

/** The column that `-code` and `code` name. */
export const columnOf = <Order extends string>(orderBy: Order) => orderBy.replace("-", "") as ColumnOf<Order>;

export const isDescending = (orderBy: string) => orderBy.startsWith("-");

/** An order as people read it: "Kunde absteigend". */
export const showOrder = (label: string, orderBy: string) =>
  `${label} ${isDescending(orderBy) ? "absteigend" : "aufsteigend"}`;
