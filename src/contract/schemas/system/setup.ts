import * as z from "zod/mini";
import type { Shapes } from "#contract/route.ts";
import { AppTicket } from "./apps.ts";

export const DeviceSetup = z.object({
  /** Where it is reached; null where no other device reaches it, or nobody vouches for it. */
  address: z.nullable(z.string()),
  /** The page for it: its address, and a QR code of that as a `data:` address. */
  page: z.nullable(z.object({ url: z.string(), qrcode: z.string() })),
  /** The newest package that opens that address; null where there is none. */
  app: z.nullable(AppTicket),
  /** The certificate that devices without the package install; null where they trust the server's anyhow. */
  authority: z.nullable(z.object({ sha256: z.string() })),
});
export type DeviceSetup = z.infer<typeof DeviceSetup>;

export const deviceSetup = {
  scope: null,
  summary: "How a device of the house reaches this server over https; nothing of it is secret",
  reply: DeviceSetup,
} satisfies Shapes;
