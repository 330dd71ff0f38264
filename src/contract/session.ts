import * as z from "zod/mini";
import { normalEmail } from "#rules/users.ts";
import { route } from "./route.ts";
import { id, nameLength } from "./shapes.ts";

export const login = route({
  method: "POST",
  path: "/api-token-auth/",
  access: "open",
  writes: true,
  status: 200,
  summary: "Sign in; the token goes into the Authorization header as `Token <token>`",
  body: z.object({
    username: z.pipe(z.string().check(z.maxLength(nameLength)), z.transform(normalEmail)),
    password: z.string().check(z.maxLength(1000)),
  }),
  reply: z.object({ token: z.string(), user: id }),
});

export const logout = route({
  method: "POST",
  path: "/logout/",
  access: "user",
  writes: true,
  withInitialPassword: true,
  summary: "End the token that the call was made with",
  reply: null,
});

export const settings = route({
  method: "GET",
  path: "/settings/",
  access: "open",
  writes: false,
  summary: "Product title, provider and build stamp as configured",
  reply: z.object({ product_title: z.string(), provider_name: z.string(), build_stamp: z.string() }),
});
