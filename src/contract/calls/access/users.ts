import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/users.ts";

export const listUsers = route(
  { method: "GET", path: "/users/", access: "staff", writes: false },
  of<typeof schemas.listUsers>(),
);

export const sheetOfUsers = route(
  { method: "GET", path: "/users/sheet/", access: "staff", writes: false },
  of<typeof schemas.sheetOfUsers>(),
);

export const createUser = route(
  { method: "POST", path: "/users/", access: "staff", writes: true, touches: ["users"] },
  of<typeof schemas.createUser>(),
);

export const editUser = route(
  { method: "PATCH", path: "/users/{id}/", access: "staff", writes: true, touches: ["users", "customers"] },
  of<typeof schemas.editUser>(),
);

export const resetPassword = route(
  { method: "POST", path: "/users/{id}/reset-password/", access: "staff", writes: true, touches: ["users"] },
  of<typeof schemas.resetPassword>(),
);

export const resetSecondFactor = route(
  {
    method: "POST",
    path: "/users/{id}/reset-second-factor/",
    access: "staff",
    writes: true,
    touches: ["users", "second-factor"],
  },
  of<typeof schemas.resetSecondFactor>(),
);

export const getUser = route(
  { method: "GET", path: "/users/{id}/", access: "user", writes: false, withInitialPassword: true },
  of<typeof schemas.getUser>(),
);

/** Of others for whoever manages users. */
export const recordOfUser = route(
  { method: "GET", path: "/users/{id}/record/", access: "user", writes: false },
  of<typeof schemas.recordOfUser>(),
);

export const changePassword = route(
  {
    method: "PUT",
    path: "/users/{id}/password/",
    access: "user",
    writes: true,
    withInitialPassword: true,
    touches: ["users"],
  },
  of<typeof schemas.changePassword>(),
);
