/**
 * Answers the key of a request. The same request as before, which had no answer then, goes out under the same key, so that the server
 * does it once (decision 49); anything else is new. Who was answered says so by an empty one.
 */
export type Attempt = (request: string) => string;

/** For one purpose, such as one form. */
export function newAttempt(): Attempt {
  let last = "";
  let key: string;
  return (request) => {
    // not `crypto.randomUUID`, which is not there over plain http, as on premises
    if (request !== last) key = crypto.getRandomValues(new Uint32Array(4)).join("-");
    last = request;
    return key;
  };
}
