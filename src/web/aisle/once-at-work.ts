// Modules that a device needs once its screen stands; they are not loaded before.
import { keepPages } from "#web/aisle/device/keep-pages.ts";
import "#web/outbox/sender.ts";
import "#web/aisle/device/stock-news.ts";
import "#web/aisle/device/wake-up.ts";
import "#web/aisle/reading/nameless-keys.ts";

void keepPages();
