import * as setup from "#contract/calls/system/setup.ts";
import { newestAlong } from "#server/android/packages-on-demand.ts";
import { ticketFor } from "#server/android/offered-packages.ts";
import { qrCodeAddress } from "#server/documents/codes/code-pictures.ts";
import { routeHandler } from "#server/http/answers.ts";

export const setupRoutes = [
  routeHandler(setup.deviceSetup, async (call) => {
    const { config, devices, android } = call;
    const url = devices.plain && `${devices.plain}/einrichten`;
    return {
      address: devices.desk || null,
      page: url ? { url, qrcode: await qrCodeAddress(url) } : null,
      app: devices.desk ? await ticketFor(call, { version: newestAlong, file: null }) : null,
      authority: config.tls === "auto" ? { sha256: (await android.authority()).fingerprint } : null,
    };
  }),
];
