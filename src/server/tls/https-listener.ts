import { once } from "node:events";
import { createServer, type Server } from "node:https";
import { type AddressInfo, isIP } from "node:net";
import type { FastifyInstance } from "fastify";
import { headLimits, defaultTimeouts } from "#server/http/waiting/timeouts.ts";
import { type Credentials, credentialsIn, type Issuing, ownCredentials, type Renew } from "./credentials.ts";
import { isOwnName, machineNames } from "./machine-names.ts";

const lookedAtEvery = 60_000; // ms; a new address of the machine, or a renewed file

/** The door for on-premises devices: the same server over https. */
export class HttpsListener {
  readonly #config: Issuing["config"];
  readonly #renew: Renew;
  #credentials: Credentials | null = null;
  #server: Server | null = null;
  #port = 0;
  #plainPort = 0;

  constructor(issuing: Issuing) {
    const { tlsFiles } = issuing.config;
    this.#config = issuing.config;
    this.#renew = tlsFiles ? credentialsIn(tlsFiles) : ownCredentials(issuing);
  }

  /** Before the app listens: gets its certificate, and ends when the app does. @throws Error with what is wrong, for the operator */
  async prepare(app: FastifyInstance): Promise<Server> {
    this.#credentials = await this.#renew(null);
    const { cert, key } = this.#credentials;
    const { keepAliveTimeout, requestTimeout } = app.server;
    const limits = { ...headLimits(defaultTimeouts), keepAliveTimeout, requestTimeout };
    const server = createServer({ ...limits, cert, key }, (request, response) => app.routing(request, response));
    const look = setInterval(() => void this.look(app), lookedAtEvery);
    app.addHook("preClose", async () => {
      clearInterval(look);
      if (!server.listening) return;
      server.close();
      await once(server, "close");
    });
    this.#server = server;
    return server;
  }

  /** Opens beside the app's own door; answers where. */
  async open(app: FastifyInstance): Promise<void> {
    const { tlsPort: port, host } = this.#config;
    if (!this.#server) throw new Error("the door was not prepared");
    this.#server.listen({ port, host });
    await once(this.#server, "listening");
    this.#port = portOf(this.#server);
    this.#plainPort = portOf(app.server);
  }

  /** Shows another certificate from now on, where there is one; whoever is connected stays so. */
  async look(app: FastifyInstance): Promise<void> {
    try {
      const renewal = await this.#renew(this.#credentials);
      if (renewal === this.#credentials) return;
      this.#server?.setSecureContext({ cert: renewal.cert, key: renewal.key });
      this.#credentials = renewal;
      app.log.info(
        { names: renewal.certificate.subjectAltName, until: renewal.certificate.validTo },
        "certificate renewed",
      );
    } catch (error) {
      app.log.error({ reason: (error as Error).message }, "the certificate could not be renewed");
    }
  }

  /** Where devices reach this server: by the name that somebody reached it by, if the certificate has it. */
  originFor(name?: string): string {
    const host = this.#hostFor(name);
    return host && `https://${host}:${this.#port}`;
  }

  /** The same over http, for what is open there. */
  plainOriginFor(name?: string): string {
    const host = this.#hostFor(name);
    return host && `http://${host}:${this.#plainPort}`;
  }

  #hostFor(name = ""): string {
    const isGood = (each: string) => !isOwnName(each) && this.#isCertified(each);
    const host = [name, ...machineNames(this.#config)].find(isGood) ?? "";
    return isIP(host) === 6 ? `[${host}]` : host;
  }

  #isCertified(name: string): boolean {
    const { certificate } = this.#credentials ?? {};
    return (isIP(name) ? certificate?.checkIP(name) : certificate?.checkHost(name)) !== undefined;
  }
}

const portOf = (server: Pick<Server, "address">) => (server.address() as AddressInfo).port;
