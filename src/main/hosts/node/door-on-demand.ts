import type { Door } from "#main/api/door.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { OpenCore } from "./open-core.ts";

/** Questions that follow each other soon find the core open. */
const IDLE_MS = 2_000;

/** Opens the core when something is asked, one question at a time, and closes it soon after the last one. */
export class DoorOnDemand {
  readonly #open: () => Promise<Result<OpenCore, Failure>>;
  #core: OpenCore | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(open: () => Promise<Result<OpenCore, Failure>>) {
    this.#open = open;
  }

  use<T>(act: (door: Door) => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
    return this.#inTurn(async () => {
      clearTimeout(this.#idle);
      if (this.#core === null) {
        const opened = await this.#open();
        if (!opened.ok) return opened;
        this.#core = opened.value;
      }
      try {
        return await act(this.#core.runtime);
      } finally {
        this.#idle = setTimeout(() => void this.close(), IDLE_MS);
      }
    });
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      clearTimeout(this.#idle);
      await this.#core?.close();
      this.#core = null;
    });
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act);
    // A question that failed holds up no other; its caller is told.
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
