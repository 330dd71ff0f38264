import { created, owner, person, proof, someone } from "./values.ts";

const User = {
  id: 6,
  ...someone,
  last_login: created,
  init_password: false,
  second_factor: "off",
  approves: false,
  active: true,
  customers: [{ ...owner, may_manage: true }],
};

/** Users, signing in and the second factor. */
export const userExamples = {
  requests: {
    login: { body: { username: someone.email, password: "Apfelbaum-2026" } },
    confirmSession: { body: proof },
    changePassword: { body: { old_password: "Apfelbaum-2026", new_password: "Birnbaum-2027" } },
    createUser: { body: someone },
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
    NewUser: { ...User, last_login: null, init_password: true, init_password_plain: "k7mw-2hqz-9xtd" },
  },
  replies: {},
} as const;
