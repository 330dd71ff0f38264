import type { CommonTap } from "#rules/aisle/flow.ts";
import type { HandOverState, HandOverTap } from "#rules/aisle/hand-over.ts";
import type { FlowHandle } from "#web/aisle/device/flow-run.ts";

export type HandOverRun = FlowHandle<HandOverState, HandOverTap | CommonTap>;
