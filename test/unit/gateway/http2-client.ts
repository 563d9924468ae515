import { readFileSync } from "node:fs";
import { type ClientHttp2Session, type ClientHttp2Stream, connect, type OutgoingHttpHeaders } from "node:http2";
import path from "node:path";
import { generateCertificates } from "office-addin-dev-certs";

/** A certificate for localhost and who vouches for it, as PEM. */
export interface TestCertificate {
  readonly ca: Buffer;
  readonly key: Buffer;
  readonly cert: Buffer;
  readonly files: { readonly key: string; readonly cert: string };
}

/** Makes a certificate in a folder. */
export const makeCertificate = async (place: string): Promise<TestCertificate> => {
  const [ca, cert, key] = ["ca.crt", "localhost.crt", "localhost.key"].map((name) => path.join(place, name)) as [
    string,
    string,
    string,
  ];
  const { log } = console;
  console.log = () => undefined;
  await generateCertificates(ca, cert, key, 1);
  console.log = log;
  return { ca: readFileSync(ca), key: readFileSync(key), cert: readFileSync(cert), files: { key, cert } };
};

/** What a request over HTTP/2 got. `status` is 0 without an answer; `whole` is false if it was broken off. */
export interface Http2Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly whole: boolean;
}

/** Opens a connection of HTTP/2. Its errors are what a test asks for, so nobody else hears of them. */
export const openSession = (port: number, { ca }: TestCertificate): Promise<ClientHttp2Session> =>
  new Promise((resolve, reject) => {
    const session = connect(`https://localhost:${port}`, { ca, family: 4 } as object, () => resolve(session));
    session.once("error", reject);
    session.on("error", () => undefined);
  });

/** Resolves when a stream has ended, however it did. */
export const answerOf = (stream: ClientHttp2Stream): Promise<Http2Answer> =>
  new Promise((resolve) => {
    let headers: Http2Answer["headers"] = {};
    const chunks: Buffer[] = [];
    let whole = false;
    stream.on("response", (received) => (headers = received as unknown as Http2Answer["headers"]));
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => (whole = !stream.aborted && stream.rstCode === 0));
    stream.on("error", () => undefined);
    stream.on("close", () => {
      const status = Number(headers[":status"] ?? 0);
      resolve({ status, headers, text: Buffer.concat(chunks).toString(), whole: whole && stream.rstCode === 0 });
    });
  });

/** Asks for a path and waits for the whole answer. */
export const askOver = (
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: string,
): Promise<Http2Answer> => {
  const stream = session.request(headers, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  return answerOf(stream);
};
