import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** Behaviour of a label printer that a test has plugged in. */
export interface Behaviour {
  /** The state that it reports, such as `{ paper: 1 }`. */
  paper?: number;
  pause?: number;
  head?: number;
  ribbon?: number;
  formats?: number;
  remaining?: number;
  /** Accepts connections and says nothing. */
  isSilent?: boolean;
  /** Hangs up after so many bytes of labels. */
  cutsAfter?: number;
  /** Takes all labels and never answers behind them. */
  isDeafAfterLabels?: boolean;
}

/** A label printer on this machine, over TCP as the real ones: it answers `~HS` and keeps what it was sent to print. */
export async function labelPrinter(behaviour: Behaviour = {}) {
  const sockets = new Set<Socket>();
  const printed: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = "";
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    socket.on("data", (bytes: Buffer) => {
      text += bytes.toString("latin1");
      if (behaviour.isSilent) return;
      if (behaviour.cutsAfter !== undefined && text.includes("^XA") && text.length > behaviour.cutsAfter) {
        printed.push(text.slice(0, behaviour.cutsAfter));
        socket.destroy();
        return;
      }
      for (let at = text.indexOf("~HS"); at >= 0; at = text.indexOf("~HS")) {
        const zpl = text.slice(0, at);
        text = text.slice(at + 3);
        if (zpl !== "") printed.push(zpl);
        if (zpl === "" || !behaviour.isDeafAfterLabels) answer(socket, behaviour);
      }
    });
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    port,
    behaviour,
    /** All labels that it was sent, of each sending one text. */
    printed,
    switchOff: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      if (server.listening) await once(server, "close");
    },
    switchOn: () => listen(port),
  };
}

/** In two pieces, as networks do. */
function answer(socket: Socket, { paper = 0, pause = 0, head = 0, ribbon = 0, formats = 0, remaining = 0 }: Behaviour) {
  const lines = [
    `\u0002030,${paper},${pause},1245,${String(formats).padStart(3, "0")},0,0,0,000,0,0,0\u0003\r\n`,
    `\u0002000,0,${head},${ribbon},0,2,6,0,${String(remaining).padStart(8, "0")},1,000\u0003\r\n`,
    "\u00021234,0\u0003\r\n",
  ].join("");
  socket.write(lines.slice(0, 20));
  socket.write(lines.slice(20));
}
