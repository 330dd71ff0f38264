import { created } from "./values.ts";

/** What they speak of. */
const shapes = {
  Session: {
    id: 14,
    created,
    used: created,
    address: "192.0.2.7",
    device: "Firefox, Windows",
    current: true,
    is_new: false,
  },
};

/** What the calls of signing in and proving who one is answer. */
const replies = {
  confirmSession: { confirmed_until: "2026-11-02T08:40:00.000Z" },
  login: { token: "f3c1b8a90b0e7a4e5b1c4c1f9a7e2f6d", user: 6 },
  getSecondFactor: { state: "on", recovery_codes_left: 10 },
  beginSecondFactor: {
    secret: "JBSWY3DPEHPK3PXP",
    uri: "otpauth://totp/Magazin:erika.muster%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Magazin",
    qrcode: "data:image/png;base64,iVBORw0KGgo=",
  },
  confirmSecondFactor: { recovery_codes: ["k7mw-2hqz"] },
  newRecoveryCodes: { recovery_codes: ["k7mw-2hqz"] },
};

export const accessExamples = { requests: {}, shapes, replies };
