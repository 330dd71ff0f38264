import * as z from "zod/mini";
import { type ProviderField, providerFields } from "#contract/fields/provider.ts";
import { text } from "#contract/fields/texts.ts";
import { nameLength } from "#contract/limits.ts";
import type { Shapes } from "#contract/route.ts";
import { selection } from "#contract/schemas/shapes.ts";

const names = Object.keys(providerFields) as [ProviderField, ...ProviderField[]];

const allOf = <T>(field: T) => Object.fromEntries(names.map((name) => [name, field])) as Record<ProviderField, T>;
const asSeen = allOf(text(nameLength));
const texts = allOf(z.string());

/** The provider as invoices and letters name it. */
export const Provider = z.object({
  name: z.string(),
  ...texts,
  /** True where invoices are issued that charge nothing. */
  zero_invoices: z.boolean(),
  /** Names of the values set on the server (`PROVIDER_…`), which take precedence over typed ones. */
  set: z.array(z.enum(names)),
  /** Facts that an invoice requires and that are missing, in sentences; empty where invoices can be issued. */
  problems: z.array(z.string()),
});
export type Provider = z.infer<typeof Provider>;

export const getProvider = {
  scope: "billing",
  summary: "The provider as invoices and letters name it, and what invoices lack of it",
  query: z.object(selection),
  reply: Provider,
} satisfies Shapes;

export const editProvider = {
  confirms: true,
  status: 200,
  scope: "billing",
  summary:
    "Change what is known of the provider, whom invoices are paid to; `before` says what the caller saw: a field that has changed since is refused. What is set on the server stays",
  body: z.object({
    ...z.partial(z.object(providerFields)).shape,
    zero_invoices: z.optional(z.boolean()),
    before: z.optional(z.partial(z.object({ ...asSeen, zero_invoices: z.boolean() }))),
  }),
  reply: Provider,
} satisfies Shapes;
