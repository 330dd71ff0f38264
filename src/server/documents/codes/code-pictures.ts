import { toBuffer } from "bwip-js/node";

/** A Code 128 of digits as PNG, black on white with quiet zones, for the screen. */
export function barcodePicture(digits: string): Promise<Buffer> {
  return toBuffer({
    bcid: "code128",
    text: digits,
    scale: 3,
    height: 14,
    paddingwidth: 10,
    paddingheight: 2,
    backgroundcolor: "FFFFFF",
  });
}

/** A QR code of a text as PNG, black on white with quiet zones, for the screen. */
export function qrCodePicture(text: string): Promise<Buffer> {
  return toBuffer({ bcid: "qrcode", text, scale: 6, padding: 4, backgroundcolor: "FFFFFF" });
}

/** The same as an address that carries the whole picture. */
export const qrCodeAddress = async (text: string): Promise<string> =>
  `data:image/png;base64,${(await qrCodePicture(text)).toString("base64")}`;
