import { expect, test } from "vitest";
import { apiAddress, oldPictureAddress, WrongAddress } from "./old-addresses.ts";

test.each([
  ["https://alt.example", "https://alt.example/api/v1"],
  ["https://alt.example/api/v1/", "https://alt.example/api/v1"],
  ["http://127.0.0.1:8000/archiv/", "http://127.0.0.1:8000/archiv/api/v1"],
])("%s is the address of %s", (typed, api) => expect(apiAddress(typed).href).toBe(api));

test.each([
  "alt.example",
  "ftp://alt.example",
  "https://",
  "file:///etc/passwd",
  "https://anna:geheim@alt.example",
  "https://alt.example/?token=1",
])("%s is refused", (typed) => expect(() => apiAddress(typed)).toThrow(WrongAddress));

test("a password that stands in an address is not repeated", () => {
  expect(() => apiAddress("https://anna:geheim@alt.example")).toThrow(/^(?!.*geheim)/);
});

const api = new URL("https://alt.example/api/v1");

test.each([
  ["https://alt.example/media/1.jpg", "https", "https://alt.example/media/1.jpg"],
  ["http://alt.example/media/1.jpg", "http", "https://alt.example/media/1.jpg"],
  ["/media/1.jpg?v=2#x", "path", "https://alt.example/media/1.jpg?v=2"],
  ["media/ü 1.jpg", "path", "https://alt.example/media/%C3%BC%201.jpg"],
])("the picture %s, by %s, is read from %s", (image, form, url) => {
  const address = oldPictureAddress(api, image);
  expect([address.form, address.url?.href]).toEqual([form, url]);
});

test.each([
  ["https://bilder.example/1.jpg", "elsewhere"],
  ["//bilder.example/1.jpg", "elsewhere"],
  ["https://alt.example:8443/1.jpg", "elsewhere"],
  ["https://alt.example@bilder.example/1.jpg", "elsewhere"],
  ["https://anna:geheim@alt.example/1.jpg", "elsewhere"],
  ["data:image/png;base64,AA==", "elsewhere"],
  ["file:///etc/passwd", "elsewhere"],
  ["/api/v1/boxes/destruction/", "call"],
  ["/media/../api/v1/deliveries/7/cancel/", "call"],
])("the picture %s is not read: %s", (image, form) => {
  expect(oldPictureAddress(api, image)).toEqual({ form, url: null });
});
