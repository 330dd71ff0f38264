import { created, owner, pageOf, person, proof, someone } from "./values.ts";

const User = {
  id: 6,
  ...someone,
  last_login: created,
  init_password: false,
  second_factor: "off",
  approves: false,
  sees_invoices: false,
  invited_by: null,
  mail_refused: null,
  service: false,
  active: true,
  customers: [{ ...owner, may_manage: true }],
};

const reader = { id: 6, ...person, email: someone.email };
const rights = {
  may_approve_destruction: false,
  may_order: true,
  may_store: false,
  may_manage: true,
  may_invite: true,
  may_see_invoices: false,
};
const Colleagues = { may_invite: true, rights, results: [{ ...reader, ...rights, cost_centres: null, may_end: true }] };

const begun = {
  state: "q3Gm0vR2bXr1pZc8Yt5wKd7uLs4nJh6e",
  nonce: "Zk9sVb2nQw5eRt7yUi1oPa3sDf6gHj8k",
  verifier: "Mn4bVc6xZa8sDf1gHj3kLq5wErTy7uIo9pAs2dFgHjK",
};
const companyAnswer = { ...begun, answer: `code=Ab3xYz91&state=${begun.state}` };
const linkToken = "Zm9v".repeat(11).slice(1);
const topics = [
  { topic: "orders", wanted: true },
  { topic: "imports", wanted: false },
];
const Message = {
  id: 31,
  kind: "mail",
  text: "Bestellung 000123 ist eingegangen",
  customer: owner,
  user: reader,
  state: "sent",
  created,
  done: created,
  tries: 1,
  failure: null,
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
    openCompanySession: { body: companyAnswer },
    inviteColleague: {
      body: { email: "erika.muster@example.com", ...person, may_order: true },
    },
    endColleague: { body: { customer: owner.id } },
    addIdentity: { body: companyAnswer },
    confirmSession: { body: proof },
    changePassword: { body: { old_password: "Apfelbaum-2026", new_password: "Birnbaum-2027" } },
    createUser: { body: someone },
    createToken: { body: newToken },
    createServiceToken: { body: newToken },
    createServiceAccount: { body: { last_name: "Warenwirtschaft", is_staff: true } },
    editUser: { body: { ...person, email: someone.email, gender: "F", phone1: "0421 1234", ...proof } },
    resetPassword: { body: proof },
    resetSecondFactor: { body: proof },
    requestPasswordLink: { body: { email: someone.email } },
    setPasswordByLink: { body: { token: linkToken, new_password: "Birnbaum-2027" } },
    changeNotifications: { body: { user: 6, topic: "imports", wanted: false } },
    beginSecondFactor: { body: proof },
    confirmSecondFactor: { body: { code: "123456" } },
    endSecondFactor: { body: { ...proof, code: "123456" } },
    newRecoveryCodes: { body: { ...proof, code: "123456" } },
  },
  shapes: {
    Colleagues,
    User,
    Notifications: { user: reader, topics },
    Message,
    Session: {
      id: 14,
      created,
      used: created,
      address: "192.0.2.7",
      device: "Firefox, Windows",
      current: true,
      is_new: false,
    },
    Identity: { id: 3, issuer: "https://login.example.com/realms/haus", created, last_used: created },
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
    listNotifications: { sends_mails: true, results: [{ user: reader, topics }] },
    listMessages: pageOf(Message),
    confirmSession: { confirmed_until: "2026-11-02T08:40:00.000Z" },
    login: { token: "f3c1b8a90b0e7a4e5b1c4c1f9a7e2f6d", user: 6 },
    beginCompanySignIn: { url: "https://login.example.com/realms/haus/auth?client_id=magazin", ...begun },
    openCompanySession: {
      token: "f3c1b8a90b0e7a4e5b1c4c1f9a7e2f6d",
      user: 6,
      sign_out: "https://login.example.com/realms/haus/logout",
    },
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
