import { spawn } from "node:child_process";
import { get, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { createGateway, type GatewayOptions } from "../../../src/gateway/gateway";

/** What a raw request got: nothing between test and gateway tidies the path up. */
export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Starts a gateway and asks it, path as written. */
export const startGateway = async (options: GatewayOptions) => {
  const server = await createGateway(options);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  const ask = ({ method = "GET", path, headers = {}, body }: Ask): Promise<Got> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        // The answer broke off.
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode: status = 0, headers: received } = response;
          resolve({ status, headers: received, text: Buffer.concat(chunks).toString() });
        });
      });
      sent.on("error", reject);
      sent.end(body);
    });
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  /** Sends bytes as they are; answers all that comes back until the connection closes. */
  const send = (bytes: string): Promise<string> =>
    new Promise((resolve) => {
      let received = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
      socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(received));
    });
  return { address: `http://127.0.0.1:${port}`, ask, send, close };
};

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

const root = path.join(__dirname, "../../..");

/**
 * Runs the gateway's program in a process that may hold only so many open files.
 * @param more options of the program
 */
export const startLimitedGateway = async (files: string, openFiles: number, more: readonly string[] = []) => {
  const options = ["--port", "0", "--root", files, ...more];
  const program = [process.execPath, "--import", "tsx", "scripts/run/gateway.ts", ...options];
  const child = spawn("sh", ["-c", `ulimit -n ${openFiles} && exec "$0" "$@"`, ...program], { cwd: root });
  let ended = false;
  child.once("exit", () => (ended = true));
  const address = await new Promise<string>((resolve, reject) => {
    let printed = "";
    const note = (chunk: Buffer): void => {
      printed += chunk.toString();
      const ready = /ready (https?:\/\/[^/\s]+)/.exec(printed)?.[1];
      if (ready !== undefined) resolve(ready);
    };
    child.stdout.on("data", note);
    child.stderr.on("data", note);
    child.once("exit", () => reject(new Error(`The gateway ended: ${printed}`)));
  });
  const close = async (): Promise<void> => {
    if (!child.kill("SIGKILL")) return;
    await new Promise((resolve) => child.once("close", resolve));
  };
  return { address, ended: () => ended, close };
};

/** A download that has begun. `status` is 0 if the connection was closed without an answer. */
export interface Download {
  readonly status: number;
  readonly breakOff: () => Promise<void>;
}

/** Begins a download on a connection of its own, and reads no more than its first bytes. */
export const beginDownload = (address: string): Promise<Download> =>
  new Promise((resolve) => {
    const sent = get(address, { agent: false }, (response) => {
      response.on("error", () => undefined);
      const breakOff = (): Promise<void> =>
        new Promise((closed) => {
          if (sent.closed) closed();
          else sent.once("close", closed);
          sent.destroy();
        });
      response.once("readable", () => resolve({ status: response.statusCode ?? 0, breakOff }));
    });
    sent.on("error", () => resolve({ status: 0, breakOff: () => Promise.resolve() }));
  });
