import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail as the server of its receiver took it. */
export interface ArrivedMail {
  /** By the envelope, which decides who gets it. */
  readonly to: readonly string[];
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly raw: string;
}

interface MailServerOptions {
  readonly port?: number;
  /** Returns the answer to a receiver: nothing, an error, or never. */
  readonly onReceiver?: (address: string) => Error | "never" | undefined;
}

/** A real mail server on this machine. It notes what it has taken; whoever starts it closes it. */
export async function mailServer({ port = 0, onReceiver }: MailServerOptions = {}) {
  const mails: ArrivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const answer = onReceiver?.(address);
      if (answer !== "never") done(answer ?? null);
    },
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        mails.push(
          readMail(
            Buffer.concat(pieces),
            session.envelope.rcptTo.map(({ address }) => address),
          ),
        );
        done();
      });
    },
  });
  server.on("error", () => undefined); // of a client that is gone
  const listener = server.listen(port, "127.0.0.1");
  await once(listener, "listening");
  return {
    mails,
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const headersOf = (text: string) =>
  new Map(
    text
      .replaceAll(/\r\n[ \t]+/g, " ")
      .split("\r\n")
      .map((line): [string, string] => {
        const at = line.indexOf(":");
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
      }),
  );

const quoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, "")
      .replaceAll(/=([\dA-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");

/** The words of a header that are encoded (RFC 2047). */
const words = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === "b" ? Buffer.from(word, "base64").toString("utf8") : quoted(word.replaceAll("_", " ")),
    );

function partOf(part: string): [type: string, text: string] {
  const at = part.indexOf("\r\n\r\n");
  const headers = headersOf(part.slice(0, at));
  const body = part.slice(at + 4);
  const encoding = headers.get("content-transfer-encoding");
  const text =
    encoding === "base64"
      ? Buffer.from(body, "base64").toString("utf8")
      : encoding === "quoted-printable"
        ? quoted(body)
        : body;
  return [headers.get("content-type")?.split(";")[0] ?? "", text.replaceAll("\r\n", "\n")];
}

/** The parts of a mail, with those that a part has itself: words and files side by side. */
function partsOf(raw: string): [type: string, text: string][] {
  const headers = headersOf(raw.slice(0, raw.indexOf("\r\n\r\n")));
  const boundary = /boundary="([^"]+)"/.exec(headers.get("content-type") ?? "")?.[1];
  if (boundary === undefined) return [partOf(raw)];
  return raw
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(part.slice(2, -2)));
}

function readMail(bytes: Buffer, to: readonly string[]): ArrivedMail {
  const raw = bytes.toString("latin1");
  const at = raw.indexOf("\r\n\r\n");
  const headers = headersOf(raw.slice(0, at));
  const parts = new Map(partsOf(raw));
  return {
    to,
    headers,
    subject: words(headers.get("subject") ?? ""),
    text: parts.get("text/plain") ?? "",
    html: parts.get("text/html") ?? "",
    raw,
  };
}
