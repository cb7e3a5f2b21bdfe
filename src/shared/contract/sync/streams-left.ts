import type { ClientSync, StreamStatus } from "./sync.ts";

/** What a sync in progress has left, for every screen: what is read now; of one that waits, all it hasn't read. */
export function streamsLeft({ streams, queue }: Pick<ClientSync, "streams" | "queue">): readonly StreamStatus[] {
  return streams.filter(({ state }) =>
    queue === null ? state === "reading" || state === "queued" : state !== "up_to_date" && state !== "not_supported",
  );
}
