import { useQuery } from "@tanstack/react-query";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { contentMayBe, contentStateNotice } from "#rules/stock/content-state.ts";
import type { DeliveryDraft } from "#rules/deliveries/delivery-draft.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Marks } from "#web/basket/basket-lines.tsx";
import { whyNotWhole } from "#web/basket/basket-orderable.ts";

type Fresh = Pick<Box, "id" | "code" | "state" | "content">;

/**
 * After a refusal: which of the chosen things it is about, and the messages that still hold. The server names the first
 * box only and no content, so all of them are looked at again, as far as one call reaches.
 */
export function useRecheck(draft: DeliveryDraft, messages: readonly string[]): { marks: Marks; lines: string[] } {
  const codes = [...draft.boxes, ...draft.contents.map(({ box }) => box)].map(({ code }) => code);
  const numbers = codes.map((code) => Number(code.slice(4)));
  const { data, isPlaceholderData } = useQuery({
    ...queryFor(listBoxes, {
      query: {
        owner_id: draft.customer?.id,
        min_number: Math.min(...numbers),
        max_number: Math.max(...numbers),
        limit: maxPageSize,
        query: "{id,code,state,content{id,text,state}}",
      },
    }),
    enabled: messages.length > 0,
  });
  const fresh = messages.length === 0 || isPlaceholderData ? undefined : data?.results;
  const marks = marksOf(draft, fresh, messages);
  const holds = (message: string) => {
    const messageCodes = codesIn(message);
    if (messageCodes.length > 0) return codes.some((code) => messageCodes.includes(showBoxCode(code)));
    return fresh === undefined || marks.boxes.size + marks.contents.size > 0;
  };
  return { marks, lines: messages.filter(holds) };
}

const codesIn = (message: string): readonly string[] => message.match(/\d{4}\.\d{3}\.\d{3}/g) ?? [];

function marksOf({ boxes, contents }: DeliveryDraft, fresh: readonly Fresh[] = [], messages: readonly string[]): Marks {
  const byId = new Map(fresh.map((box) => [box.id, box]));
  const messageFor = (code: string) => messages.find((message) => codesIn(message).includes(showBoxCode(code)));
  const ofBoxes = boxes.flatMap(({ id, code }) => {
    const reason = reasonOfBox(byId.get(id)) ?? messageFor(code);
    return reason === undefined ? [] : [[id, reason] as const];
  });
  const ofContents = contents.flatMap(({ id, box }) => {
    const reason = reasonOfContent(byId.get(box.id), id) ?? messageFor(box.code);
    return reason === undefined ? [] : [[id, reason] as const];
  });
  return { boxes: new Map(ofBoxes), contents: new Map(ofContents) };
}

function reasonOfBox(box: Fresh | undefined): string | undefined {
  if (!box) return undefined;
  return box.state === BoxState.inStock
    ? whyNotWhole(box)
    : refused.boxIs(showBoxCode(box.code), boxStateText[box.state]).message;
}

function reasonOfContent(box: Fresh | undefined, id: number): string | undefined {
  if (!box) return undefined;
  if (box.state !== BoxState.inStock) return refused.boxIs(showBoxCode(box.code), boxStateText[box.state]).message;
  const content = box.content?.find((one) => one.id === id);
  if (!content) return refused.unknownContent.message;
  return contentMayBe("order", content.state) ? undefined : (contentStateNotice[content.state] ?? undefined);
}
