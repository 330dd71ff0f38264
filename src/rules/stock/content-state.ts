/** The states of a box content (specification 4). */
export const ContentState = { inside: 0, outside: 1, ordered: 2, nonExistent: 3 } as const;
export type ContentState = (typeof ContentState)[keyof typeof ContentState];

/** The German word of each state (specification 4). */
export const contentStateText: Record<ContentState, string> = {
  0: "in Box",
  1: "nicht in der Box",
  2: "angefordert",
  3: "existiert nicht",
};

/** Notice beside a content that cannot be ordered (specification 4). */
export const contentStateNotice: Record<ContentState, string | null> = {
  0: null,
  1: "Inhalt wurde bereits ausgeliefert",
  2: "Inhalt wurde bereits angefordert",
  3: "Inhalt existiert nicht",
};

/** From which states each action on a content starts (product 5). */
export const mayContent = {
  order: [0],
  pick: [2],
  cancel: [2],
  reportMissing: [0, 1, 2],
  putBack: [1, 3],
  delete: [0, 3],
} satisfies Record<string, ContentState[]>;
export type ContentAction = keyof typeof mayContent;

/** Action by which staff bring a content into a state by hand; only a delivery brings it into the other states. */
export const contentActionTo: Partial<Record<ContentState, ContentAction>> = { 0: "putBack", 3: "reportMissing" };

/** Says whether the action is allowed on a content in this state. */
export function contentMayBe(action: ContentAction, state: ContentState): boolean {
  return (mayContent[action] as readonly ContentState[]).includes(state);
}
