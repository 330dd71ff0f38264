import { nameLength, textLength } from "#contract/limits.ts";
import { postcode } from "./customer.ts";
import { orNothing } from "./nothing.ts";
import { name, text } from "./texts.ts";

const line = orNothing(text(nameLength));

/** The texts of an address that a customer is delivered to; only its name is required. */
export const addressTexts = {
  name,
  street: line,
  postcode: orNothing(postcode),
  city: line,
  contact: line,
  phone: line,
  hours: line,
  note: orNothing(text(textLength)),
};
