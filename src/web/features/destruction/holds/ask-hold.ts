import { onDemand } from "#web/shell/on-demand.tsx";

/** Sets a hold. */
export const AskHold = onDemand(async () => (await import("./hold-dialog.tsx")).HoldDialog);
/** Ends one. */
export const AskRelease = onDemand(async () => (await import("./release-dialog.tsx")).ReleaseDialog);
