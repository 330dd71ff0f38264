/** What was typed and is not with the server yet. It outlives a reload, not the tab. */
export function draftOf(key: string) {
  const name = `draft:${key}`;
  return {
    read: (): string | null => sessionStorage.getItem(name),
    keep: (text: string) => sessionStorage.setItem(name, text),
    drop: () => sessionStorage.removeItem(name),
  };
}
