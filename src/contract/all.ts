import * as apps from "./apps.ts";
import * as areas from "./areas.ts";
import * as boxes from "./boxes.ts";
import * as contents from "./contents.ts";
import * as customers from "./customers.ts";
import * as deliveries from "./deliveries.ts";
import * as deliveryOptions from "./delivery-options.ts";
import * as images from "./images.ts";
import type { Route } from "./route.ts";
import * as rows from "./rows.ts";
import * as scans from "./scans.ts";
import * as services from "./services.ts";
import * as session from "./session.ts";
import * as users from "./users.ts";

function isRoute(entry: [string, unknown]): entry is [string, Route] {
  const value = entry[1];
  return typeof value === "object" && value !== null && "path" in value && "access" in value;
}

const exported: [string, unknown][] = Object.entries({
  ...session,
  ...users,
  ...areas,
  ...rows,
  ...customers,
  ...boxes,
  ...deliveryOptions,
  ...contents,
  ...images,
  ...scans,
  ...deliveries,
  ...services,
  ...apps,
});

/** Every call by its name: what the server must answer, the tests walk and OpenAPI describes. */
export const all: Readonly<Record<string, Route>> = Object.fromEntries(exported.filter(isRoute));
