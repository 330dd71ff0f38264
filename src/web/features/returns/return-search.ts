import { useQuery } from "@tanstack/react-query";
import { listBoxes } from "#contract/calls/boxes.ts";
import { BoxState } from "#rules/box-state.ts";
import { ContentState } from "#rules/content-state.ts";
import { queryFor } from "#web/api/queries.ts";
import type { ReturnContent } from "./return-draft.ts";

const mostContentBoxes = 100; // boxes whose contents are looked through; who looks for one of more types a longer piece

/**
 * What of a customer is out and fits: boxes, and once something is looked for, single contents of any box. Digits are
 * looked for in the codes, every other text in the contents.
 */
export function useReturnable(owner: number, wanted: string, amount: number) {
  const isCode = /^[\d.\s]+$/.test(wanted);
  const fits = isCode ? { contain_code: wanted } : { contain_content: wanted || undefined };
  const out = { owner_id: owner, state: BoxState.notInStock, limit: amount, query: "{id,code,content_count}" };
  const boxes = useQuery(queryFor(listBoxes, { query: { ...out, ...fits } }));
  const any = { owner_id: owner, limit: mostContentBoxes, query: "{id,code,content{id,text,state}}" };
  const holders = useQuery({ ...queryFor(listBoxes, { query: { ...any, ...fits } }), enabled: wanted !== "" });
  const contents = (wanted === "" ? [] : (holders.data?.results ?? [])).flatMap(({ id, code, content = [] }) =>
    content
      .filter(({ state }) => state === ContentState.outside)
      .map((one): ReturnContent => ({ id: one.id, text: one.text, box: { id, code } })),
  );
  return { boxes, holders, contents: isCode ? contents : bestOf(contents, wanted) };
}

const plain = (text: string) => text.toLocaleLowerCase("de");

/** The server has found the boxes: of their contents those with the very text, or all where accents are in the way. */
function bestOf(contents: readonly ReturnContent[], wanted: string): readonly ReturnContent[] {
  const exact = contents.filter(({ text }) => plain(text).includes(plain(wanted)));
  return exact.length > 0 ? exact : contents;
}
