import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { searchAsked, type SearchNarrowing } from "./search-asked.ts";

type CorrectionProps = {
  /** What was typed and found nothing. */
  text: string;
  narrowing?: Omit<SearchNarrowing, "limit">;
  /** The way to what was probably meant. */
  link: (meant: string) => ReactNode;
};

/** What was probably meant by what found nothing, of the same search that the palette has; or why nothing was looked for. */
export function Correction({ text, narrowing, link }: CorrectionProps) {
  const { isWanted, query } = searchAsked(text, { kinds: "box,content", ...narrowing, limit: 1 });
  const { data } = useQuery({ ...query, enabled: isWanted && text !== "" });
  if (!isWanted || text === "") return null;
  if (data?.hint) return <p className="text-muted">{data.hint}</p>;
  return data?.corrected ? <p>Meinten Sie {link(data.corrected)}?</p> : null;
}
