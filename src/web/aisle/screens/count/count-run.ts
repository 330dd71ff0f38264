import type { CountingState, CountTap } from "#rules/aisle/count/count.ts";
import type { CommonTap } from "#rules/aisle/flow.ts";
import type { FlowHandle } from "#web/aisle/device/flow-run.ts";

export type CountRun = FlowHandle<CountingState, CountTap | CommonTap>;
