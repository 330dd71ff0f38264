import { get, of, patch, post, put, withInitialPassword } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/users.ts";

export const listUsers = get("/users/", "staff", of<typeof schemas.listUsers>());
export const sheetOfUsers = get("/users/sheet/", "staff", of<typeof schemas.sheetOfUsers>());
export const createUser = post("/users/", "staff", ["users"], of<typeof schemas.createUser>());
export const editUser = patch("/users/{id}/", "staff", ["users", "customers"], of<typeof schemas.editUser>());
export const resetPassword = post(
  "/users/{id}/reset-password/",
  "staff",
  ["users"],
  of<typeof schemas.resetPassword>(),
);
export const resetSecondFactor = post(
  "/users/{id}/reset-second-factor/",
  "staff",
  ["users", "second-factor"],
  of<typeof schemas.resetSecondFactor>(),
);
export const getUser = withInitialPassword(get("/users/{id}/", "user", of<typeof schemas.getUser>()));

/** Records of other users are for whoever manages users. */
export const recordOfUser = get("/users/{id}/record/", "user", of<typeof schemas.recordOfUser>());
export const changePassword = withInitialPassword(
  put("/users/{id}/password/", "user", ["users"], of<typeof schemas.changePassword>()),
);
