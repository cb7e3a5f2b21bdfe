import type { ServerResponse } from "node:http";
import type { BridgeEvent } from "#shared/contract/reply.ts";
import { EventBacklog } from "./event-backlog.ts";

const HEARTBEAT_MS = 10_000;
const STREAMS_MAX = 32;

/**
 * The pages that listen for news: one line of JSON each, an empty line as a sign of life. A page
 * that does not read gets only the newest of what it missed.
 */
export class EventStreams {
  readonly #open = new Set<ServerResponse>();
  readonly #unsubscribe: () => void;
  readonly #backlogs = new Map<ServerResponse, EventBacklog>();
  readonly #heartbeat: NodeJS.Timeout;

  constructor(subscribe: (listener: (event: BridgeEvent) => void) => () => void) {
    this.#unsubscribe = subscribe((event) => {
      for (const response of this.#open) this.#tell(response, event);
    });
    this.#heartbeat = setInterval(() => {
      for (const response of this.#open) if (!response.writableNeedDrain) response.write("\n");
    }, HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  /** Adds a page whose head has been written. @returns false when too many listen */
  add(response: ServerResponse): boolean {
    if (this.#open.size >= STREAMS_MAX) return false;
    this.#open.add(response);
    response.on("close", () => {
      this.#open.delete(response);
      this.#backlogs.delete(response);
    });
    return true;
  }

  close(): void {
    clearInterval(this.#heartbeat);
    this.#unsubscribe();
    for (const response of this.#open) response.end();
  }

  #tell(response: ServerResponse, event: BridgeEvent): void {
    if (!response.writableNeedDrain) {
      response.write(line(event));
      return;
    }
    let backlog = this.#backlogs.get(response);
    if (backlog === undefined) {
      backlog = new EventBacklog();
      this.#backlogs.set(response, backlog);
      response.once("drain", () => this.#catchUp(response));
    }
    backlog.add(event);
  }

  #catchUp(response: ServerResponse): void {
    const backlog = this.#backlogs.get(response);
    this.#backlogs.delete(response);
    if (backlog !== undefined) for (const event of backlog.take()) this.#tell(response, event);
  }
}

function line(event: BridgeEvent): string {
  return `${JSON.stringify(event)}\n`;
}
