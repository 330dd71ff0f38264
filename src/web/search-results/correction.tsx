import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { searchAsked, type SearchNarrowing } from "./search-asked.ts";

type CorrectionProps = {
  /** Typed text that found nothing. */
  text: string;
  narrowing?: Omit<SearchNarrowing, "limit">;
  /** The way to what was probably meant. */
  link: (meant: string) => ReactNode;
};

/** Offers the words probably meant by those that found nothing, from the same search as the palette's; or says why nothing was looked for. */
export function Correction({ text, narrowing, link }: CorrectionProps) {
  const { isWanted, query } = searchAsked(text, { kinds: "box,content", ...narrowing, limit: 1 });
  const { data } = useQuery({ ...query, enabled: isWanted && text !== "" });
  if (!isWanted || text === "") return null;
  if (data?.hint) return <p className="text-muted">{data.hint}</p>;
  return data?.corrected ? <p>Meinten Sie {link(data.corrected)}?</p> : null;
}
