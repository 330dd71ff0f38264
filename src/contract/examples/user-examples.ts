import { created, owner, person, proof, someone } from "./values.ts";

const User = {
  id: 6,
  ...someone,
  last_login: created,
  init_password: false,
  second_factor: "off",
  approves: false,
  service: false,
  active: true,
  customers: [{ ...owner, may_manage: true }],
};

const newToken = { name: "Warenwirtschaft", scopes: ["read", "orders"], expires: "2027-02-28" };

const ApiToken = {
  id: 1_204_558_211,
  name: newToken.name,
  prefix: "mgz_4Zq8",
  scopes: newToken.scopes,
  customer: null,
  created,
  by: null,
  expires: "2027-02-28T23:00:00.000Z",
  is_expired: false,
  last_used: created,
  last_address: "192.0.2.7",
};

/** Users, signing in and the second factor. */
export const userExamples = {
  requests: {
    login: { body: { username: someone.email, password: "Apfelbaum-2026" } },
    confirmSession: { body: proof },
    changePassword: { body: { old_password: "Apfelbaum-2026", new_password: "Birnbaum-2027" } },
    createUser: { body: someone },
    createToken: { body: newToken },
    createServiceToken: { body: newToken },
    createServiceAccount: { body: { last_name: "Warenwirtschaft", is_staff: true } },
    editUser: { body: { ...person, email: someone.email, gender: "F", phone1: "0421 1234", ...proof } },
    resetPassword: { body: proof },
    resetSecondFactor: { body: proof },
    beginSecondFactor: { body: proof },
    confirmSecondFactor: { body: { code: "123456" } },
    endSecondFactor: { body: { ...proof, code: "123456" } },
    newRecoveryCodes: { body: { ...proof, code: "123456" } },
  },
  shapes: {
    User,
    Session: {
      id: 14,
      created,
      used: created,
      address: "192.0.2.7",
      device: "Firefox, Windows",
      current: true,
      is_new: false,
    },
    ApiToken,
    NewApiToken: {
      ...ApiToken,
      last_used: null,
      last_address: null,
      token: "mgz_4Zq8Jb2vN6cT1xW9kR3mL7pY5hD0sFgAeUiOq2B4n8V1gKx3r",
    },
    NewUser: { ...User, last_login: null, init_password: true, init_password_plain: "k7mw-2hqz-9xtd" },
  },
  replies: {
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
  },
} as const;
