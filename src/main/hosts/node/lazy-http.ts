import type { HttpClient } from "./http.ts";

/** HTTP whose library is loaded by the first request: most verbs of the command line send none, and end before it would be there. */
export function lazyHttp(): HttpClient {
  let loading: Promise<HttpClient> | undefined;
  const client = (): Promise<HttpClient> => {
    loading ??= import("./http.ts").then(({ createHttp }) => createHttp());
    return loading;
  };
  return {
    http: async (asked) => (await client()).http(asked),
    renew: async () => (await loading)?.renew(),
    close: async () => (await loading)?.close(),
  };
}
