import type { CommonTap } from "#rules/aisle/flow.ts";
import type { PickState, PickTap } from "#rules/aisle/pick.ts";
import type { FlowHandle } from "#web/aisle/device/flow-run.ts";

export type PickRun = FlowHandle<PickState, PickTap | CommonTap>;
