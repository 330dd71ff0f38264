import { onDemand } from "#web/shell/on-demand.tsx";

/** Asks for the reason of an action. */
export const AskReason = onDemand(async () => (await import("#web/ui/dialog/reason-dialog.tsx")).ReasonDialog);
