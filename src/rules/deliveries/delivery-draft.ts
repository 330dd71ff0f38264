import { isDay } from "#rules/dates.ts";

export interface DraftCustomer {
  readonly id: number;
  readonly code: number;
  readonly name: string;
}

/** A box; `code` has its ten digits. */
export interface DraftBox {
  readonly id: number;
  readonly code: string;
}

interface DraftContent {
  readonly id: number;
  readonly text: string;
  readonly box: DraftBox;
}

/**
 * State of the delivery wizard (specification 2 and 4). Without a customer it has neither option nor boxes nor contents. Nothing is in it twice, and
 * no content of a chosen box, because the whole box comes.
 */
export interface DeliveryDraft {
  readonly customer: DraftCustomer | null;
  /** The id of the delivery option. */
  readonly option: number | null;
  /** The id of the address; null for the default one. */
  readonly address: number | null;
  readonly boxes: readonly DraftBox[];
  readonly contents: readonly DraftContent[];
  /** `YYYY-MM-DD`, null for the next possible day. */
  readonly date: string | null;
  /** Only what staff typed, null for the option's price. */
  readonly price: string | null;
  readonly comment: string;
  /** The cost centre of the customer that pays. */
  readonly costCentre: string;
  /** `YYYY-MM-DD` by which it comes back, or as typed; empty where nobody said. */
  readonly dueBack: string;
  /** Nothing is brought: what was chosen is scanned. */
  readonly asScan: boolean;
  /** Why it cannot wait until the first possible day; said by staff where the day is an earlier one. */
  readonly rushReason: string;
}

export type DraftAction =
  | { readonly type: "chooseCustomer"; readonly customer: DraftCustomer }
  | { readonly type: "chooseOption"; readonly option: number }
  | { readonly type: "addBox"; readonly box: DraftBox }
  | { readonly type: "removeBox"; readonly id: number }
  | { readonly type: "addContent"; readonly content: DraftContent }
  | { readonly type: "removeContent"; readonly id: number }
  | { readonly type: "setDate"; readonly date: string | null }
  | { readonly type: "setPrice"; readonly price: string | null }
  | { readonly type: "setAddress"; readonly address: number | null }
  | { readonly type: "setComment"; readonly comment: string }
  | { readonly type: "setCostCentre"; readonly name: string }
  | { readonly type: "setDueBack"; readonly day: string }
  | { readonly type: "setAsScan"; readonly asScan: boolean }
  | { readonly type: "setRushReason"; readonly reason: string }
  | { readonly type: "clear" };

export const emptyDraft: DeliveryDraft = {
  customer: null,
  option: null,
  address: null,
  boxes: [],
  contents: [],
  date: null,
  price: null,
  comment: "",
  costCentre: "",
  dueBack: "",
  asScan: false,
  rushReason: "",
};

/** The draft after an action; the very same one where the action changes nothing. */
export function reduceDraft(draft: DeliveryDraft, action: DraftAction): DeliveryDraft {
  switch (action.type) {
    case "chooseCustomer":
      return chooseCustomer(draft, action.customer);
    case "chooseOption":
      if (draft.customer === null || draft.option === action.option) return draft;
      return { ...draft, option: action.option, date: null, price: null };
    case "addBox":
      return addBox(draft, action.box);
    case "removeBox":
      return has(draft.boxes, action.id) ? { ...draft, boxes: without(draft.boxes, action.id) } : draft;
    case "addContent":
      return addContent(draft, action.content);
    case "removeContent":
      return has(draft.contents, action.id) ? { ...draft, contents: without(draft.contents, action.id) } : draft;
    case "setDate":
      return withField(draft, "date", action.date);
    case "setPrice":
      return withField(draft, "price", action.price);
    case "setAddress":
      return withField(draft, "address", action.address);
    case "setComment":
      return withField(draft, "comment", action.comment);
    case "setCostCentre":
      return withField(draft, "costCentre", action.name);
    case "setDueBack":
      return withField(draft, "dueBack", action.day);
    case "setAsScan":
      return withField(draft, "asScan", action.asScan);
    case "setRushReason":
      return withField(draft, "rushReason", action.reason);
    case "clear":
      return emptyDraft;
  }
}

const withField = <Name extends keyof DeliveryDraft>(draft: DeliveryDraft, name: Name, value: DeliveryDraft[Name]) =>
  draft[name] === value ? draft : { ...draft, [name]: value };

/** Another customer resets everything but the comment (specification 4), and whether it comes as a scan. */
function chooseCustomer(draft: DeliveryDraft, customer: DraftCustomer): DeliveryDraft {
  const { comment, asScan } = draft;
  return draft.customer?.id === customer.id ? draft : { ...emptyDraft, customer, comment, asScan };
}

function addBox(draft: DeliveryDraft, box: DraftBox): DeliveryDraft {
  if (draft.customer === null || has(draft.boxes, box.id)) return draft;
  const contents = draft.contents.filter((content) => content.box.id !== box.id);
  return { ...draft, boxes: [...draft.boxes, box], contents };
}

function addContent(draft: DeliveryDraft, content: DraftContent): DeliveryDraft {
  const there = has(draft.contents, content.id) || has(draft.boxes, content.box.id);
  return draft.customer === null || there ? draft : { ...draft, contents: [...draft.contents, content] };
}

interface Thing {
  readonly id: number;
}
const has = (things: readonly Thing[], id: number) => things.some((thing) => thing.id === id);
const without = <T extends Thing>(things: readonly T[], id: number) => things.filter((thing) => thing.id !== id);

/** The wizard's steps (specification 2): 0 customer, 1 option, 2 boxes and contents, 3 summary. */
export const draftSteps = [0, 1, 2, 3] as const;
export type DraftStep = (typeof draftSteps)[number];

/** Says whether the step may be entered: everything that the steps before it ask for is there. */
export function stepAllowed(draft: DeliveryDraft, step: DraftStep): boolean {
  if (step >= 1 && draft.customer === null) return false;
  if (step >= 2 && draft.option === null) return false;
  return step < 3 || draft.boxes.length + draft.contents.length > 0;
}

/** The step to show where `wanted` is asked for, any number out of an address: that one, or the last before it that is allowed. */
export function furthestStep(draft: DeliveryDraft, wanted: number): DraftStep {
  return draftSteps.findLast((step) => step <= wanted && stepAllowed(draft, step)) ?? 0;
}

/** The draft out of parsed JSON; null where it is malformed or could not have come about. */
export function draftFrom(kept: unknown): DeliveryDraft | null {
  if (!isRecord(kept)) return null;
  const { customer, option, address = null, boxes, contents, date, price, comment } = kept;
  const { costCentre = "", dueBack = "", asScan = false, rushReason = "" } = kept; // a draft of the version before has none
  if (customer !== null && !isCustomer(customer)) return null;
  if (option !== null && !isId(option)) return null;
  if (address !== null && !isId(address)) return null;
  if (!isListOf(boxes, isBox) || !isListOf(contents, isContent)) return null;
  if (date !== null && !(typeof date === "string" && isDay(date))) return null;
  if ((price !== null && typeof price !== "string") || typeof comment !== "string") return null;
  if (typeof costCentre !== "string" || typeof dueBack !== "string" || typeof asScan !== "boolean") return null;
  if (typeof rushReason !== "string") return null;
  const ofOrder = { date, price, comment, costCentre, dueBack, asScan, rushReason };
  const draft = { customer, option, address, boxes, contents, ...ofOrder };
  return couldBe(draft) ? draft : null;
}

function couldBe({ customer, option, boxes, contents }: DeliveryDraft): boolean {
  if (customer === null) return option === null && boxes.length + contents.length === 0;
  const boxIds = new Set(boxes.map(({ id }) => id));
  const single = new Set(contents.map(({ id }) => id));
  if (boxIds.size < boxes.length || single.size < contents.length) return false;
  return contents.every(({ box }) => !boxIds.has(box.id));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isListOf<T>(value: unknown, isOne: (entry: unknown) => entry is T): value is T[] {
  return Array.isArray(value) && value.every(isOne);
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function isCustomer(value: unknown): value is DraftCustomer {
  if (!isRecord(value) || !isId(value["id"]) || typeof value["name"] !== "string") return false;
  return Number.isSafeInteger(value["code"]) && Number(value["code"]) >= 0;
}

function isBox(value: unknown): value is DraftBox {
  return isRecord(value) && isId(value["id"]) && typeof value["code"] === "string" && /^\d{10}$/.test(value["code"]);
}

function isContent(value: unknown): value is DraftContent {
  return isRecord(value) && isId(value["id"]) && typeof value["text"] === "string" && isBox(value["box"]);
}
