import { useEffect, useMemo, useState } from "react";
import type { Option, Search } from "./option.ts";

const searchPause = 250; // ms: shorter than reading, longer than typing
const mostShown = 100; // a longer list is not read but typed into

type Answer<V extends string | number> = { text: string; options: readonly Option<V>[] };

/** The options that fit a text: of those at hand, or as the server answers. */
export function useOptions<V extends string | number>(
  options: readonly Option<V>[],
  text: string,
  search: Search<V> | undefined,
) {
  const [answer, setAnswer] = useState<Answer<V> | null>(null);
  const wanted = search ? text.trim() : "";
  useEffect(() => {
    if (!search || wanted === "") return;
    const stop = new AbortController();
    const keep = (found: readonly Option<V>[]) => {
      if (!stop.signal.aborted) setAnswer({ text: wanted, options: found });
    };
    const timer = setTimeout(() => void search(wanted, stop.signal).then(keep, () => keep([])), searchPause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
    // A search function made anew on every render must not ask anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted]);
  const local = useMemo(() => filterOptions(options, search ? "" : text), [options, text, search]);
  if (wanted === "") return { found: local, searching: false };
  return { found: [...(answer?.options ?? [])], searching: answer?.text !== wanted };
}

function filterOptions<V extends string | number>(options: readonly Option<V>[], text: string): Option<V>[] {
  const words = text.toLocaleLowerCase("de").split(/\s+/);
  const fits = (option: Option<V>) => {
    const label = `${option.label} ${option.keywords ?? ""}`.toLocaleLowerCase("de");
    return words.every((word) => label.includes(word));
  };
  return options.filter(fits).slice(0, mostShown);
}
