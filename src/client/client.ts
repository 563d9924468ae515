import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import { buildRequest } from "./build-request";
import type { Call, Reply } from "./call";
import { readResponse } from "./read-response";
import type { Send } from "./send";

/** Makes one call: the reply, an AddinError, or the signal's reason. No state, no clock, no repetition. */
export type Client = (call: Call, signal?: AbortSignal) => Promise<Reply>;

const wantsText = ({ query }: Call): boolean => query?.["json_lines"] === "true" || query?.["output_format"] === "csv";

/** Makes the client of a service; `send` is the innermost fetch with the policies around it. */
export const createClient =
  (baseUrl: string, send: Send): Client =>
  async (call, signal) => {
    try {
      return await readResponse(await send(buildRequest(baseUrl, call, signal)), wantsText(call) ? "text" : "json");
    } catch (cause) {
      if (signal?.aborted === true) throw signal.reason;
      throw cause instanceof AddinError ? cause : new AddinError("unavailable", say("runtime.unreachable"), { cause });
    }
  };
