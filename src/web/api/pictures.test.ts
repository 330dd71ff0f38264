import { expect, test } from "vitest";
import { pictureAddress } from "./pictures.ts";

test.each([
  ["http://archiv.example/p/1/", "https://www.example", "https://archiv.example/p/1/"],
  ["https://archiv.example/p/1/", "https://www.example", "https://archiv.example/p/1/"],
  ["http://localhost:8080/p/1/", "http://localhost:5173", "http://localhost:8080/p/1/"],
  ["http://127.0.0.1:8080/p/1/", "http://localhost:8080", "http://127.0.0.1:8080/p/1/"],
  ["http://[::1]:8080/p/1/", "http://localhost:8080", "http://[::1]:8080/p/1/"],
  ["http://lager.local:8080/p/1/", "http://lager.local:8080", "http://lager.local:8080/p/1/"],
  ["/api/v1/boxes/1/barcode/", "https://archiv.example", "https://archiv.example/api/v1/boxes/1/barcode/"],
])("a picture at %s on a page from %s is fetched from %s", (source, origin, address) => {
  expect(pictureAddress(source, origin)).toBe(address);
});
