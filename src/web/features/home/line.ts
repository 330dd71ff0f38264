/** The classes of a list of lines, each with its text at the left and its one action at the right. */
export const lines = {
  list: "divide-y divide-line border-t border-b border-line",
  line: "flex items-center gap-3 py-2",
  text: "min-w-0 grow break-words",
};
