import type { DestroyState, DestroyTap } from "#rules/aisle/destroy.ts";
import type { CommonTap } from "#rules/aisle/flow.ts";
import type { FlowHandle } from "#web/aisle/device/flow-run.ts";

export type DestroyRun = FlowHandle<DestroyState, DestroyTap | CommonTap>;
