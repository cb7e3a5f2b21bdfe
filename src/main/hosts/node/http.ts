import { Agent, errors, request } from "undici";
import { type Http, HttpFailure, type HttpRequest, type HttpResponse } from "#main/ports/index.ts";
import { megabytes } from "#shared/kernel/readable.ts";
import { inflate } from "./inflate.ts";

/** HTTP over undici: keep-alive sockets, no redirects, no retries. TLS is checked by the platform. */
export function createHttp(): HttpClient {
  const open = () => new Agent({ keepAliveTimeout: 30_000, connect: { timeout: 30_000 } });
  let agent = open();
  return {
    http: (asked) => send(agent, asked),
    renew: async () => {
      const stale = agent;
      agent = open();
      await stale.close();
    },
    close: () => agent.destroy(),
  };
}

export interface HttpClient {
  readonly http: Http;
  /** New requests get new sockets: those of before a sleep look open and are not. What is under way ends by its own timeout. */
  readonly renew: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function send(agent: Agent, asked: HttpRequest): Promise<HttpResponse> {
  try {
    const answer = await request(asked.url, {
      dispatcher: agent,
      method: asked.method as "GET",
      headers: { "accept-encoding": "gzip", ...asked.headers },
      ...(asked.body === undefined ? {} : { body: asked.body }),
      headersTimeout: asked.timeoutMs,
      bodyTimeout: asked.timeoutMs,
      ...(asked.signal === undefined ? {} : { signal: asked.signal }),
    });
    const chunks: Buffer[] = [];
    let wireBytes = 0;
    for await (const chunk of answer.body) {
      wireBytes += (chunk as Buffer).length;
      if (wireBytes > asked.maxBytes) throw new HttpFailure(`the answer is larger than ${megabytes(asked.maxBytes, Math.floor)}`, true);
      chunks.push(chunk as Buffer);
    }
    const headers = flatten(answer.headers);
    return { status: answer.statusCode, headers, body: await inflate(Buffer.concat(chunks), headers["content-encoding"]), wireBytes };
  } catch (error) {
    throw asFailure(error);
  }
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}

/** Only a refused or never-made connection is sure to have sent nothing. */
function asFailure(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const code = (error as { code?: string }).code ?? "";
  const unsent =
    error instanceof errors.ConnectTimeoutError || ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"].includes(code);
  const message = error instanceof Error ? error.message : String(error);
  return new HttpFailure(code === "" ? message : `${message} (${code})`, !unsent, { cause: error });
}
