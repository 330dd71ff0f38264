import * as z from "zod/mini";
import { genderText, minPasswordLength } from "#rules/users.ts";
import { invalid } from "#rules/texts.ts";
import { route } from "./route.ts";
import { detailQuery, id, instant } from "./shapes.ts";

export const User = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  is_staff: z.boolean(),
  gender: z.nullable(z.enum(Object.keys(genderText) as (keyof typeof genderText)[])),
  phone1: z.string(),
  phone2: z.string(),
  last_login: z.nullable(instant),
  init_password: z.boolean(),
});
export type User = z.infer<typeof User>;

export const getUser = route({
  method: "GET",
  path: "/users/{id}/",
  access: "user",
  writes: false,
  withInitialPassword: true,
  summary: "A user; everybody may read the own one, staff every one",
  query: detailQuery,
  reply: User,
});

export const changePassword = route({
  method: "PUT",
  path: "/users/{id}/password/",
  access: "user",
  writes: true,
  withInitialPassword: true,
  summary: "Change the own password; every other session of the user ends",
  body: z.object({
    old_password: z.string().check(z.minLength(1, invalid.requiredChoice), z.maxLength(1000)),
    new_password: z.string().check(z.minLength(minPasswordLength, invalid.password), z.maxLength(1000)),
  }),
  reply: User,
});
