import type * as z from "zod/mini";
import { AreaDetail } from "#contract/schemas/stock/areas.ts";
import { BoxDetail } from "#contract/schemas/stock/boxes.ts";
import { RowDetail } from "#contract/schemas/stock/rows.ts";
import { CustomerDetail } from "#contract/schemas/customers/customers.ts";
import { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import { User } from "#contract/schemas/access/users.ts";
import type { KindName } from "#server/takeover/old-system/kinds.ts";

/** Names of fields; those of an object, or of each entry of a list, below its name. */
export interface FieldNames {
  readonly [name: string]: FieldNames | null;
}

const fields = (...names: string[]): FieldNames => Object.fromEntries(names.map((name) => [name, null]));

const picture = fields("id", "image");
const position = fields("id", "created", "height", "part", "row");
const content = fields("id", "text", "state", "box");
const history = fields("id", "state", "created", "user", "meta", "text");
const option = fields("id", "description", "customer", "days", "fr", "to", "prior", "window", "price");

/** Fields that the details of each kind have according to specification 3, and our schema of the kind, which states the type of each field. */
export const specifiedShapes: Readonly<
  Record<KindName, { readonly names: FieldNames; readonly schema: z.ZodMiniType }>
> = {
  areas: {
    names: { ...fields("id", "name", "created", "rows_count", "boxes_count"), rows: fields("id", "number", "reverse") },
    schema: AreaDetail,
  },
  rows: {
    names: {
      ...fields("id", "number", "reverse", "created", "positions_count", "area"),
      qrcode: fields("id", "image", "created"),
    },
    schema: RowDetail,
  },
  customers: {
    names: {
      ...fields("id", "code", "name", "notes", "address_name", "address_postcode", "address_city", "address_street"),
      ...fields("meter_price", "users", "count_boxes", "count_meters", "count_boximages", "count_boxcontents"),
      count_deliveryoptions: null,
      deliveryoptions: option,
    },
    schema: CustomerDetail,
  },
  users: {
    names: {
      ...fields("id", "first_name", "last_name", "email", "is_staff", "gender", "phone1", "phone2", "last_login"),
      init_password: null,
    },
    schema: User,
  },
  boxes: {
    names: {
      ...fields("id", "code", "created", "state", "owner", "size", "destroyed", "meta_year", "meta_destroy_year"),
      meta_first_delivery_customer: null,
      position,
      barcode: picture,
      images: fields("id", "image", "created", "viewed"),
      content,
      history,
    },
    schema: BoxDetail,
  },
  deliveries: {
    names: {
      ...fields("id", "code", "created", "kind", "time", "state", "price", "comment", "customer"),
      boxes: fields("id", "code"),
      boxcontents: fields("id", "text"),
    },
    schema: DeliveryDetail,
  },
};
