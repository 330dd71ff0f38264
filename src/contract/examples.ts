import { billingExamples } from "#contract/examples/billing-examples.ts";
import { boxExamples } from "#contract/examples/box-examples.ts";
import { changeExamples } from "#contract/examples/change-examples.ts";
import { customerExamples } from "#contract/examples/customer-examples.ts";
import { deliveryExamples } from "#contract/examples/delivery-examples.ts";
import { destructionExamples } from "#contract/examples/destruction-examples.ts";
import { homeExamples } from "#contract/examples/home-examples.ts";
import { importExamples } from "#contract/examples/import-examples.ts";
import { operationExamples } from "#contract/examples/operation-examples.ts";
import { procedureExamples } from "#contract/examples/procedure-examples.ts";
import { reportExamples } from "#contract/examples/report-examples.ts";
import { retentionExamples } from "#contract/examples/retention-examples.ts";
import { scanExamples } from "#contract/examples/scan-examples.ts";
import { serviceExamples } from "#contract/examples/service-examples.ts";
import { stockExamples } from "#contract/examples/stock-examples.ts";
import { stocktakeExamples } from "#contract/examples/stocktake-examples.ts";
import { userExamples } from "#contract/examples/user-examples.ts";

/** Input of a call; ids are those of the examples. */
export interface Request {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** For every call that takes a body or means little without its query, what it may be sent; the tests send it, too. */
export const requests = {
  ...billingExamples.requests,
  ...boxExamples.requests,
  ...changeExamples.requests,
  ...customerExamples.requests,
  ...deliveryExamples.requests,
  ...destructionExamples.requests,
  ...importExamples.requests,
  ...procedureExamples.requests,
  ...retentionExamples.requests,
  ...scanExamples.requests,
  ...serviceExamples.requests,
  ...stockExamples.requests,
  ...stocktakeExamples.requests,
  ...userExamples.requests,
} as const satisfies Readonly<Record<string, Request>>;

interface Examples {
  readonly shapes: Readonly<Record<string, object>>;
  readonly replies?: Readonly<Record<string, object>>;
}
const nouns: readonly Examples[] = [
  billingExamples,
  boxExamples,
  changeExamples,
  customerExamples,
  deliveryExamples,
  destructionExamples,
  homeExamples,
  importExamples,
  operationExamples,
  procedureExamples,
  reportExamples,
  retentionExamples,
  scanExamples,
  serviceExamples,
  stockExamples,
  stocktakeExamples,
  userExamples,
];

/** A reply's shapes by their names, each as it may come. */
export const shapes: Examples["shapes"] = Object.assign({}, ...nouns.map((noun) => noun.shapes));

/** Answers of the calls whose reply has no name of its own. */
export const replies: Examples["shapes"] = Object.assign({}, ...nouns.map((noun) => noun.replies));
