/** The reply of a file call. Browser and Node bring their own; the contract compiles without either. */
interface Blob {
  readonly size: number;
  readonly type: string;
}
