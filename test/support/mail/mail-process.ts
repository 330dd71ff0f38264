import { appendFileSync } from "node:fs";
import { SMTPServer } from "smtp-server";

// A mail server as a process of its own, to be killed: writes what it takes into a file before it says so. A receiver that is called
// "hangs" is never answered.
const [port = "", file = ""] = process.argv.slice(2);

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  logger: false,
  onRcptTo({ address }, _session, done) {
    if (!address.startsWith("hangs")) done();
  },
  onData(stream, session, done) {
    let text = "";
    stream.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    stream.on("end", () => {
      const [, number = "0"] = /^Message-ID: <message-(\d+)-/im.exec(text) ?? [];
      for (const { address } of session.envelope.rcptTo) appendFileSync(file, `${address} ${number}\n`);
      done();
    });
  },
});
server.on("error", () => undefined); // of a client that is gone
server.listen(Number(port), "127.0.0.1");
