/** Longest address that SMTP carries (RFC 5321). */
const longestMailbox = 254;

/**
 * Says whether a text is the address of one mailbox and nothing else. A line break, a comma, a colon, angle brackets or quotes would make it a list,
 * a group or a header to somebody else.
 */
export function isMailbox(text: string): boolean {
  if (text.length > longestMailbox) return false;
  return /^[^\s\p{C}"(),:;<>@[\\\]]+@[^\s\p{C}"(),:;<>@[\\\].]+(?:\.[^\s\p{C}"(),:;<>@[\\\].]+)+$/u.test(text);
}
